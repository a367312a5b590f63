import type { DraftParameter } from './intent-draft.ts';

const names = ['blue', 'grape', 'teal', 'orange', 'cyan', 'green', 'yellow', 'red'];

/** The theme's colour of a parameter; its name always stands beside it. */
export function parameterColor(parameters: readonly DraftParameter[], parameter: DraftParameter | undefined): string {
  const at = parameter ? parameters.indexOf(parameter) : -1;
  return at < 0 ? 'gray' : (names[at % names.length] ?? 'gray');
}

/** Ground and ink of that colour, both readable in light and dark. */
export const markStyle = (color: string) => ({
  backgroundColor: `var(--mantine-color-${color}-light)`,
  color: `var(--mantine-color-${color}-light-color)`,
});
