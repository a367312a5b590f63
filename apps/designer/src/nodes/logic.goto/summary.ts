import type { Summary } from '../shared/summary.ts';

// Jumps in a circle would be called by each other for ever.
export const summary: Summary<'logic.goto'> = ({ node }, { nameOf, isTitle }) => (isTitle ? '' : nameOf(node));
