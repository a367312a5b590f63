import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailIdOf, readMailId } from './mail.id.ts';

const keyedHash = (use: string, text: string) => createHmac('sha256', 'key').update(`${use} ${text}`).digest();
const keyed = { enterpriseId: '019a0000-0000-7000-8000-000000000001', keyedHash };
const place = { chatId: '019a0000-0000-7000-8000-0000000000aa', number: 17 };

test('an id of ours leads back to its entry, also among others, folded or in another case', () => {
  const id = mailIdOf(keyed, place, 'shop.example');
  expect(id).toMatch(/^c\.019a0000-0000-7000-8000-0000000000aa\.17\.[\da-f]{24}@shop\.example$/);
  const later = mailIdOf(keyed, { ...place, number: 19 }, 'shop.example');
  for (const header of [id, `<${id}>`, `<a@mail.example>\r\n <${id}>`, `<${id.toUpperCase()}>`])
    expect(readMailId(keyed, header)).toEqual(place);
  expect(readMailId(keyed, `<${id}> <${later}> <other@mail.example>`)).toEqual({ ...place, number: 19 });
});

test('an id that is changed, invented or signed for another enterprise leads nowhere', () => {
  const id = mailIdOf(keyed, place, 'shop.example');
  const other = { ...keyed, enterpriseId: '019a0000-0000-7000-8000-000000000002' };
  for (const header of [
    '',
    'c.@',
    id.replace('.17.', '.18.'),
    id.replace('aa.', 'ab.'),
    `c.${place.chatId}.17.${'0'.repeat(24)}@shop.example`,
  ])
    expect(readMailId(keyed, header)).toBeUndefined();
  expect(readMailId(other, id)).toBeUndefined();
  // A forged id behind the real one does not hide it.
  expect(readMailId(keyed, `<${id}> <c.${place.chatId}.99.${'0'.repeat(24)}@x.example>`)).toEqual(place);
});
