import { type ColumnMapping, fillVariables, type VariableGroup, type VariableMapping, variableKey, variablesOf } from '@parley/contract';

type Columns = Readonly<Record<string, string>>;

const mappedValue = (mapping: Pick<VariableMapping, 'type' | 'value'>, columns: Columns): string =>
  mapping.type === 'column' ? (columns[mapping.value] ?? '') : mapping.value;

/** Parts of an address come from people, so each is encoded. '' when a part is missing */
function expressionOf(mapping: VariableMapping, columns: Columns): string {
  const parts: Record<string, string> = {};
  for (const name of variablesOf(mapping.value)) {
    const part = mapping.mappings.find((item) => item.variable === name);
    const value = part ? mappedValue(part, columns) : (columns[name] ?? '');
    if (value === '') return '';
    parts[name] = encodeURIComponent(value);
  }
  return fillVariables(mapping.value, parts);
}

/** The columns that a mapping takes from people. */
export function columnsOf(mapping: readonly ColumnMapping[]): string[] {
  const names = new Set<string>();
  for (const { variables } of mapping)
    for (const variable of variables) {
      if (variable.type === 'column' && variable.value !== '') names.add(variable.value);
      if (variable.type !== 'expression') continue;
      for (const name of variablesOf(variable.value)) {
        const part = variable.mappings.find((item) => item.variable === name);
        if (!part) names.add(name);
        else if (part.type === 'column') names.add(part.value);
      }
    }
  return [...names];
}

/** The values that somebody gets, and the required ones that are missing: while it is typed, as the run will fill it in. */
export function resolveValues(groups: readonly VariableGroup[], mapping: readonly ColumnMapping[], columns: Columns) {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const group of groups) {
    const mapped = mapping.find(({ type, card }) => type === group.type && card === group.card);
    for (const { variable, isRequired } of group.variables) {
      const given = mapped?.variables.find((item) => item.variable === variable);
      const read = given ? (given.type === 'expression' ? expressionOf(given, columns) : mappedValue(given, columns)) : '';
      const value = read.trim() || (given?.fallback ?? '').trim();
      const key = variableKey(group, variable);
      if (value !== '') values[key] = value;
      else if (isRequired) missing.push(key);
    }
  }
  return { values, missing };
}
