import { expect, test } from 'vitest';
import { checkExpression, type KnownType, type Names } from './check.ts';
import { parseExpression } from './parse.ts';

const known: Record<string, KnownType> = {
  income: { type: 'Number' },
  name: { type: 'Text' },
  due: { type: 'Date' },
  docs: { type: 'List', items: { type: 'Media' } },
  ok: { type: 'Boolean' },
  place: { type: 'Location' },
  answer: { type: 'Any' },
  customer: { type: 'Map', fields: { city: { type: 'Text' }, groups: { type: 'List', items: { type: 'Text' } } } },
};
const names: Names = (name) => (Object.hasOwn(known, name) ? known[name] : undefined);
const check = (source: string) => {
  const { type, findings } = checkExpression(parseExpression(source), names);
  return [type.type, ...findings.map(({ code, place }) => `${code} ${source.slice(place.start, place.end)}`)];
};

test.each([
  ['income * 0.4 >= 12 && docs.size() == 3', ['Boolean']],
  ['due - today > duration("3d")', ['Boolean']],
  ['docs.exists(d, d.size > 100 && d.mime.startsWith("image/"))', ['Boolean']],
  ['docs.map(d, d.size).sum() / 2', ['Number']],
  ['answer.whatever[3].more + 1', ['Any']],
  ['name ?? 5', ['Any']],
  ['customer.groups.first()', ['Text']],
  ['place.latitude > 10 ? name : "far"', ['Text']],
  ['"x" in customer.groups', ['Boolean']],
  ['isOpen() || isOpen("Support") || isOpen(\'The "best"\')', ['Boolean']],
])('%s can be right', (source, found) => {
  expect(check(source)).toEqual(found);
});

test.each([
  ['incme > 5', ['Boolean', 'unknown_name incme']],
  ['name > income', ['Boolean', 'type name > income']],
  ['name == 5', ['Boolean', 'never_equal name == 5']],
  ['name + 5', ['Any', 'type name + 5']],
  ['income && ok', ['Boolean', 'type income']],
  ['customer.citty == "Pune"', ['Boolean', 'unknown_name customer.citty']],
  ['docs.all(d, d.weight > 1)', ['Boolean', 'unknown_name d.weight']],
  ['upper(income)', ['Text', 'type income']],
  ['shout(name)', ['Any', 'unknown_function shout(name)']],
  ['round()', ['Any', 'arguments round()']],
  ['name.matches("(")', ['Boolean', 'pattern "("']],
  ['"a" in name', ['Boolean', 'type "a" in name']],
  ['-name', ['Any', 'type -name']],
  ['isOpen(name)', ['Any', 'arguments isOpen(name)']],
  ['"Support".isOpen()', ['Any', 'arguments "Support".isOpen()']],
  ['isOpen("The \\"best\\"")', ['Any', 'arguments isOpen("The \\"best\\"")']],
  ['docs["a"]', ['Any', 'type "a"']],
])('%s cannot be right, and where', (source, found) => {
  expect(check(source)).toEqual(found);
});

test('isOpen is no function where nobody knows hours', () => {
  const { findings } = checkExpression(parseExpression('isOpen()'), names, false);
  expect(findings.map(({ code }) => code)).toEqual(['unknown_function']);
});
