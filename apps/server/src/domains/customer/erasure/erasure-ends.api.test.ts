import { type Erasure, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';

const app = await startApp({ config: { youngFileMs: 100 } });

test('rows whose time has microseconds are erased too, and an erasure ends', async () => {
  const admin = await app.makeUser();
  const person = { name: 'Asha Rao', phoneNumber: '+919800000007' };
  const { id } = (await app.as(admin).post(endpoints.phoneBook.save.path, person)).json().data.customer;
  const ctx = app.contextOf(admin);
  await ctx.transaction((tx) =>
    sql`insert into messages (enterprise_id, message_id, created_at, channel_id, direction, source, resource_id, status, status_at, address, content)
      select ${admin.enterpriseId}, gen_random_uuid(), date_trunc('day', now()) + i * interval '1 microsecond', gen_random_uuid(), 'out', 'API',
        gen_random_uuid(), 'READ', now(), ${person.phoneNumber}, '{"a": "b"}' from generate_series(1, 1500) i`.execute(tx),
  );
  const body = { name: person.name, reason: 'Asked', keepOptOut: false };
  await app.as(admin).post(endpoints.privacy.erase.path.replace(':customerId', id), body);
  await vi.waitFor(
    async () => {
      const [erasure] = (await app.as(admin).get(endpoints.privacy.erasures.path)).json().data.erasures as Erasure[];
      expect(erasure).toMatchObject({ state: 'done', counts: expect.arrayContaining([{ kind: 'messages', count: 1500 }]) });
    },
    { interval: 100 },
  );
  const left = await ctx.read((tx) => tx.selectFrom('messages').select('messageId').where('address', '<>', '').execute());
  expect(left).toEqual([]);
});
