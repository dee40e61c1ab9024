/** The longest line of generated code: ruff's default. */
export const lineLength = 88;

/** How far the inside of a bracket or a block stands in. */
export const indentation = 4;
