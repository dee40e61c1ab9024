/**
 * Whether there is somebody to ask: a terminal, and Nx may ask in it. Nx itself asks only what a schema
 * lists beforehand, and a schema knows nothing of the workspace.
 */
export function canAsk(): boolean {
  const { NX_INTERACTIVE: isAllowed, CI: ci = 'false' } = process.env;
  return isAllowed === 'true' && ci === 'false' && process.stdin.isTTY && process.stdout.isTTY;
}

/** Has one of some texts chosen. */
export async function choose(message: string, choices: readonly string[]): Promise<string> {
  const { autocomplete } = await import('@clack/prompts');
  const options = choices.map((value) => ({ value, label: value }));
  const isChosen = (value: unknown) =>
    value === undefined ? 'Choose one from the list' : undefined;
  return answered(await autocomplete({ message, options, maxItems: 10, validate: isChosen }));
}

/** Has some of some texts chosen; at first, all are. */
export async function chooseSome(
  message: string,
  choices: readonly string[],
): Promise<readonly string[]> {
  const { multiselect } = await import('@clack/prompts');
  const options = choices.map((value) => ({ value, label: value }));
  return answered(await multiselect({ message, options, initialValues: [...choices] }));
}

/** Asks for a text, until `check` has nothing against it. */
export async function askText(
  message: string,
  check: (text: string) => string | undefined,
  initialValue?: string,
): Promise<string> {
  const { text } = await import('@clack/prompts');
  const validate = (value: string | undefined) => check(value ?? '');
  return answered(
    await text({ message, validate, ...(initialValue !== undefined && { initialValue }) }),
  );
}

/** Who cancels a question wants nothing done. */
function answered<Value>(answer: Value | symbol): Value {
  if (typeof answer === 'symbol') process.exit(130);
  return answer;
}
