/** An object of JSON whose keys only the project knows. */
export type JsonObject = Readonly<Record<string, unknown>>;
