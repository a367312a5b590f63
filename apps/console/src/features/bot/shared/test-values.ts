import { type BotTest, mostTestValues, type TestValue } from '@parley/contract';

export const emptyTurn: BotTest['turns'][number] = { say: '', intent: '', reply: '', values: [] };

/** 'city = Pune', one line for each. */
export const writeValues = (values: readonly TestValue[]): string => values.map(({ name, value }) => `${name} = ${value}`).join('\n');

/** @returns the values; undefined when a line has no name or no value, or when there are too many */
export function readValues(text: string): TestValue[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const values = lines.map((line) => {
    const at = line.indexOf('=');
    return { name: line.slice(0, Math.max(at, 0)).trim(), value: line.slice(at + 1).trim() };
  });
  const isWhole = values.length <= mostTestValues && values.every(({ name, value }) => name !== '' && value !== '');
  return isWhole ? values : undefined;
}
