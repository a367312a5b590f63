import { proposeParaphrases } from '@parley/nlu';

export type ParaphraseInput = { lines: readonly string[]; count: number };

export default ({ lines, count }: ParaphraseInput): string[] => proposeParaphrases(lines, count);
