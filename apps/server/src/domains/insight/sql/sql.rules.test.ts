import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeLogin, makePassword, verifierOf, withoutLiterals } from './sql.rules.ts';

test('a login and a password are random, and need no quoting anywhere', () => {
  expect(makeLogin()).toMatch(/^parley_r_[a-z0-9]{12}$/);
  expect(makePassword()).toMatch(/^[A-Za-z0-9]{40}$/);
  expect(new Set([makeLogin(), makeLogin(), makePassword(), makePassword()]).size).toBe(4);
});

test('a verifier is the one that PostgreSQL makes of the same password and salt', async () => {
  // select rolpassword from pg_authid, after `create role … password 'pencil'` with this salt (RFC 7677 has the same salt and password)
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(await verifierOf('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

test.each([
  ["select * from chats where rating = 5 and outcome = 'closed'", 'select * from chats where rating = ? and outcome = ?'],
  ["select 'it''s me', E'a\\'b', U&'\\0041', $$Asha$$, $t$+91 98$t$ , 1.5e3, .5", 'select ?, ?, ?, ?, ? , ?, ?'],
  ['select "a ""b""", t1.x2 from "Chats 9" t1 -- Asha\n/* +91 */ where x = -7', 'select "a ""b""", t1.x2 from "Chats 9" t1 where x = -?'],
  ["select 'cut off in the midd", 'select ?'],
  ["select \u0000 date '2026-01-01'", 'select date ?'],
  [`select ${'x, '.repeat(400)}1`, `select ${'x, '.repeat(400)}`.slice(0, 500).trim()],
])('the log keeps of %j: %j', (statement, kept) => {
  expect(withoutLiterals(statement)).toBe(kept);
});

test('no text that stands between quotes is kept, whatever is around it', () => {
  const secret = fc.stringMatching(/^[A-Z]{12}$/);
  const around = fc.constantFrom('select a', 'where x =', '(1,', '"n" ||', '$1', '--c\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(around, secret), { minLength: 1, maxLength: 6 }), (parts) => {
      const kept = withoutLiterals(parts.map(([before, text]) => `${before} '${text}'`).join(' '));
      for (const [, text] of parts) expect(kept).not.toContain(text);
    }),
  );
});
