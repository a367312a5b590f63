import { type ColumnMapping, variableKey } from '@parley/contract';
import { campaignWords } from '../../../locales/campaign.ts';

/** A mapping as people read it: what each variable is called, and where its value comes from. */
export function mappingLines(mapping: readonly ColumnMapping[], labels: ReadonlyMap<string, string>): [name: string, from: string][] {
  const say = campaignWords.activity;
  const plain = { interpolation: { escapeValue: false } };
  return mapping.flatMap((group) =>
    group.variables.map(({ variable, type, value, fallback }): [string, string] => {
      const key = variableKey(group, variable);
      const from = say(`from_${type}`, { value, ...plain });
      return [labels.get(key) ?? key, fallback ? `${from} ${say('otherwise', { value: fallback, ...plain })}` : from];
    }),
  );
}
