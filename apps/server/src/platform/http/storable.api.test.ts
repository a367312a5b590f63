import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/app.ts';

const { as, makeUser, stranger } = await startApp();

test('a text that the database cannot hold is refused with its field, in JSON, queries, forms and addresses', async () => {
  const admin = await makeUser();
  const fieldOf = (answer: { statusCode: number; json: () => { code: string; data: { issues: { field: string }[] } } }) => [
    answer.statusCode,
    answer.json().code,
    answer.json().data.issues[0]?.field,
  ];
  const { departments, users, account } = endpoints;
  expect(fieldOf(await as(admin).post(departments.create.path, { name: 'Sales\u0000', desc: 'x' }))).toEqual([
    400,
    'request.invalid',
    'name',
  ]);
  expect(fieldOf(await as(admin).get(`${users.listUsers.path}?name=%00`))).toEqual([400, 'request.invalid', 'name']);
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect(fieldOf(await stranger().post(account.login.path, 'username=a%40b.example&password=%00', form))).toEqual([
    400,
    'request.invalid',
    'password',
  ]);
  expect(fieldOf(await as(admin).get(users.getUser.path.replace(':userId', '%00')))).toEqual([400, 'request.invalid', 'userId']);
});
