import fc from 'fast-check';
import { makeForm, makeOption } from './form.fixtures.ts';

/** One intended answer for each field: what a person means, which every face writes in its own way. */
export type Meant = Record<string, string | number | boolean | string[] | null>;

export const colours = {
  kind: 'fixed',
  items: [makeOption('optiona1', 'Red'), makeOption('optionb1', 'Blue', { value: 'B' }), makeOption('optionc1', 'Green')],
};
const kinds = ['text', 'number', 'date', 'time', 'email', 'choice', 'choices', 'yesNo', 'consent', 'rating'] as const;
type Kind = (typeof kinds)[number];

const fieldOf = (kind: Kind, id: string, name: string, required: string, visibleIf: string) => ({
  kind,
  id,
  name,
  required,
  visibleIf,
  ...(kind === 'choice' || kind === 'choices' ? { options: colours } : {}),
  ...(kind === 'number' ? { least: '5', most: '500' } : {}),
  ...(kind === 'text' ? { most: '12', pattern: '[a-z ]*' } : {}),
});

export const answersOf: Record<Kind, fc.Arbitrary<Meant[string]>> = {
  text: fc.oneof(fc.constantFrom('asha', 'a name too long for it', 'Upper'), fc.constant(null)),
  number: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.constantFrom('two', '1,00', 'x'), fc.constant(null)),
  date: fc.oneof(fc.constantFrom('2026-03-24', '3/4', '2026-13-01', 'soon'), fc.constant(null)),
  time: fc.oneof(fc.constantFrom('9:05', '23:59', '24:10'), fc.constant(null)),
  email: fc.oneof(fc.constantFrom('Asha@Example.com', 'asha'), fc.constant(null)),
  choice: fc.oneof(
    fc.constantFrom('optiona1', 'optionb1').map((id) => [id]),
    fc.constant(null),
  ),
  choices: fc.oneof(fc.uniqueArray(fc.constantFrom('optiona1', 'optionb1', 'optionc1'), { minLength: 1 }), fc.constant(null)),
  yesNo: fc.oneof(fc.boolean(), fc.constant(null)),
  // A box is ticked or not; there is no third.
  consent: fc.boolean(),
  rating: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constant(null)),
};
const conditions: Record<Kind, readonly string[]> = {
  text: ['NAME == "asha"'],
  number: ['NAME > 50', 'NAME == null', '!(NAME >= 40 && NAME < 100)'],
  date: ['NAME < date("2026-06-01")'],
  time: ['NAME == "09:05"'],
  email: ['NAME != null'],
  choice: ['NAME == "B"', 'NAME != "Red"', 'NAME == "Red" || NAME == "B"'],
  choices: ['"Red" in NAME'],
  yesNo: ['NAME', '!NAME'],
  consent: ['NAME', '!NAME && true'],
  rating: ['NAME >= 4', 'NAME != 3'],
};

/** Random forms whose conditions name fields above, with a way that leaves screens out. */
export const anyForm = fc
  .record({
    fields: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        isRequired: fc.boolean(),
        on: fc.nat(),
        which: fc.nat(),
        isOn: fc.boolean(),
        isRequiredOn: fc.boolean(),
      }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    cut: fc.nat({ max: 8 }),
    way: fc.nat(),
  })
  .map(({ fields, cut, way }) => {
    const made = fields.map(({ kind, isRequired, on, which, isOn, isRequiredOn }, place) => {
      const other = fields[on % Math.max(1, place)];
      const named = other && place > 0 ? (conditions[other.kind][which % conditions[other.kind].length] ?? '') : '';
      const condition = named.replaceAll('NAME', `n${on % Math.max(1, place)}`);
      return fieldOf(kind, `field00${place}`, `n${place}`, isRequired ? 'true' : isRequiredOn ? condition : '', isOn ? condition : '');
    });
    const split = Math.min(cut, made.length);
    const of = (some: typeof made) => Object.fromEntries(some.map((field) => [field.id, field]));
    const first = fields[0];
    const when = first ? (conditions[first.kind][way % conditions[first.kind].length] ?? 'false').replaceAll('NAME', 'n0') : 'false';
    const screens = {
      screen01: { fields: of(made.slice(0, split)), next: split > 0 ? [{ when, to: 'screen03' }] : [] },
      screen02: { fields: of(made.slice(split)) },
      screen03: { fields: { lastfie1: { kind: 'text', id: 'lastfie1', name: 'last1' } } },
    };
    return { form: makeForm(screens), kinds: fields.map(({ kind }) => kind) };
  });
