import { proposeParaphrases } from '@parley/nlu';
import type { ParaphraseInput } from './paraphrase.ts';

export default ({ lines, count }: ParaphraseInput): string[] => proposeParaphrases(lines, count);
