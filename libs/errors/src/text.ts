/** A piece of a message: words, and the values among them, which the formatter quotes. */
export type Text = string | Phrase;

/** Words with values between them. */
export interface Phrase {
  readonly words: readonly string[];
  /** One fewer than `words`. */
  readonly values: readonly unknown[];
}

/** Makes a message of words and values: text`a second field ${name}`. A phrase may hold phrases. */
export function text(words: TemplateStringsArray, ...values: readonly unknown[]): Phrase {
  return { words, values };
}

/** Text that stands in a message as it is, without quotes: the name of a package, a command. */
export function unquoted(words: string): Phrase {
  return { words: [words], values: [] };
}
