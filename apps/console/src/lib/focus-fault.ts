/** Returns a handler of refused submits for a form of `@mantine/form`: it focuses the first field at fault. */
export const focusFault =
  (form: { getInputNode: (path: string) => HTMLElement | null }) =>
  (errors: object): void => {
    const [path] = Object.keys(errors);
    if (path) form.getInputNode(path)?.focus();
  };
