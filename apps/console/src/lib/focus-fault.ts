/** Of a form of `@mantine/form`, what a refused submit does: it leads to the first field at fault. */
export const focusFault =
  (form: { getInputNode: (path: string) => HTMLElement | null }) =>
  (errors: object): void => {
    const [path] = Object.keys(errors);
    if (path) form.getInputNode(path)?.focus();
  };
