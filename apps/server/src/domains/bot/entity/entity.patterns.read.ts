import { validatePattern } from '@parley/nlu';

export default (patterns: readonly string[]): (string | null)[] => patterns.map((pattern) => validatePattern(pattern) ?? null);
