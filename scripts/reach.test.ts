import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serverTestsOf } from './reach.ts';

const owners = new Map([
  ['chats', 'chat'],
  ['customers', 'customer'],
]);
const reachedBy = (file: string, text = '') => serverTestsOf([{ path: file, text }], owners);
const ofSchema = ['apps/server/src/platform/db/', 'apps/server/test/tenancy.api.test.ts', 'apps/server/src/personal-data.api.test.ts'];

test('a domain is tested when it or its contract changes, a part of the platform by its own tests, a test by itself', () => {
  expect(reachedBy('apps/server/src/domains/chat/queue/queue.service.ts')).toEqual(['apps/server/src/domains/chat/']);
  expect(reachedBy('packages/contract/src/chat/chat.ts')).toEqual(['apps/server/src/domains/chat/']);
  expect(reachedBy('apps/server/src/platform/jobs/jobs.ts')).toEqual(['apps/server/src/platform/jobs/']);
  expect(reachedBy('apps/server/test/every-call.api.test.ts')).toEqual(['apps/server/test/every-call.api.test.ts']);
  expect(reachedBy('apps/console/src/main.tsx')).toEqual([]);
});

test('a package is tested where the server uses it most, its own tests aside', () => {
  expect(reachedBy('packages/journey/src/engine/step.ts')).toEqual(['apps/server/src/domains/journey/', 'apps/server/test/stream']);
  expect(reachedBy('packages/journey/src/engine/step.test.ts')).toEqual([]);
  expect(reachedBy('packages/vendors/src/hosts.ts')).toEqual(['apps/server/src/domains/channel/', 'apps/server/src/domains/messaging/']);
  expect(reachedBy('packages/nlu/src/engine.ts')).toEqual(['apps/server/src/domains/bot/']);
});

test('a migration and a function reach what reads the whole schema, and the owners of the tables that they name', () => {
  expect(reachedBy('apps/server/migrations/0213_idle.sql', 'alter table chats add idle_at timestamptz; -- not customers')).toEqual([
    ...ofSchema,
    'apps/server/src/domains/chat/',
  ]);
  expect(reachedBy('apps/server/functions/chat/due_chats.sql', 'select id from chats join customers c using (id)')).toEqual([
    ...ofSchema,
    'apps/server/src/domains/chat/',
    'apps/server/src/domains/customer/',
  ]);
  expect(reachedBy('apps/server/functions/platform/protect_tenant_table.sql')).toEqual(ofSchema);
});

test('every test that a file reaches is there', () => {
  const reached = ['packages/journey/src/a.ts', 'packages/vendors/src/a.ts', 'packages/nlu/src/a.ts', 'apps/server/migrations/1.sql'];
  for (const test of reached.flatMap((file) => reachedBy(file))) {
    const isThere = existsSync(test) || readdirSync(path.dirname(test)).some((file) => file.startsWith(path.basename(test)));
    expect(isThere, test).toBe(true);
  }
});
