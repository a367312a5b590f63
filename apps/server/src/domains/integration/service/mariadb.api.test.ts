import { randomBytes } from 'node:crypto';
import { endpoints, type IntegrationOutcome, type QueryAnswer } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { startMariaDb } from '../../../../test/mariadb.ts';
import { createTrail } from '../../../../test/trail.ts';
import { runQuery } from '../client/mysql.ts';

const server = await startMariaDb();
const app = await startApp({ config: { privateHosts: ['127.0.0.1', 'localhost'] } });
const { integrations } = endpoints;
const trail = createTrail(app);
const name = `parley_${randomBytes(6).toString('hex')}`;
const password = 'Pa$$ word-1';

if (!server) {
  test('no MariaDB was found: neither its program on this machine nor a server at 127.0.0.1:3306, so nothing is proved against a real one', () => {
    expect(server).toBeUndefined();
  });
} else {
  const settings = {
    authType: 4,
    databaseType: 'MySQL' as const,
    host: '127.0.0.1',
    port: server.port,
    database: name,
    user: name,
    isTlsRequired: false,
    certificate: '',
    isReadOnly: true,
    rowLimit: 3,
  };
  let user: TestUser;
  beforeAll(async () => {
    for (const sql of [
      `create database ${name} character set utf8mb4`,
      `create user '${name}'@'%' identified by '${password}'`,
      `grant all on ${name}.* to '${name}'@'%'`,
      `create table ${name}.orders (id bigint unsigned primary key, total decimal(30,10), placed datetime(6), note text, raw blob, kept json)`,
      `insert into ${name}.orders values (18446744073709551615, 12345678901234567890.0123456789, '2026-02-28 23:59:59.123456', 'naïve 🙂', x'00ff', '{"a": 1}')`,
    ])
      await server.admin(sql);
    user = await app.makeUser();
  });
  afterAll(async () => {
    await server.admin(`drop database ${name}`);
    await server.admin(`drop user '${name}'@'%'`);
    await server.stop();
  });
  const make = async (more: object = {}) => {
    const body = { ...settings, name: `Orders ${randomBytes(4).toString('hex')}`, password, ...more };
    const answer = (await app.as(user).post(integrations.create.path, body)).json();
    expect(answer).toMatchObject({ status: true });
    return answer.response._id as string;
  };
  const ask = async (id: string, sql: string, ...params: string[]) =>
    (await app.as(user).post(integrations.query.path.replace(':integrationId', id), { sql, params })).json();
  const rowsOf = async (id: string, sql: string, ...params: string[]) => (await ask(id, sql, ...params)).response as QueryAnswer;
  const runs = (sql: string, more: object = {}, timeoutMs = 10_000) =>
    runQuery(
      { config: { privateHosts: ['127.0.0.1', 'localhost'] } },
      { ...settings, password, ...more },
      { sql, params: [] },
      { limit: 3, timeoutMs },
    );

  describe('a database', () => {
    test('ADMIN-049 screens 11.2 is tried as the form holds it, saved, and told what it is', async () => {
      const values = { ...settings, name: 'Orders', password };
      const tried = (await app.as(user).post(integrations.test.path, values)).json().response as IntegrationOutcome;
      expect(tried).toMatchObject({ isWorking: true, reason: '', reply: expect.stringContaining('MariaDB') });
      const wrong = (await app.as(user).post(integrations.test.path, { ...values, password: 'wrong' })).json()
        .response as IntegrationOutcome;
      expect(wrong).toMatchObject({ isWorking: false, reason: expect.stringContaining('Access denied') });
      expect(JSON.stringify(wrong)).not.toContain(password);
    });

    test('answers numbers, decimals, dates and bytes as text, and no more rows than its limit', async () => {
      const id = await make();
      const { tookMs: _took, ...answer } = await rowsOf(
        id,
        'select id, total, placed, note, raw, kept from orders where note = ?',
        'naïve 🙂',
      );
      expect(answer).toEqual({
        columns: ['id', 'total', 'placed', 'note', 'raw', 'kept'],
        rows: [['18446744073709551615', '12345678901234567890.0123456789', '2026-02-28 23:59:59.123456', 'naïve 🙂', '0x00ff', '{"a": 1}']],
        more: false,
      });
      const five = 'select 1 union all select 2 union all select 3 union all select 4 union all select null';
      expect(await rowsOf(id, five)).toMatchObject({ rows: [['1'], ['2'], ['3']], more: true });
      expect(await rowsOf(id, 'select 1 union all select 2 union all select null')).toMatchObject({
        rows: [['1'], ['2'], [null]],
        more: false,
      });
      expect(await rowsOf(id, 'select id from orders where false')).toMatchObject({ columns: ['id'], rows: [], more: false });
    });

    test('takes what a user typed as a value and never as SQL, and one statement alone', async () => {
      const id = await make();
      const typed = "' or 1=1; drop table orders; -- ";
      expect(await rowsOf(id, 'select count(*) from orders where note = ?', typed)).toMatchObject({ rows: [['0']] });
      expect(await rowsOf(id, 'select ? as said', typed)).toMatchObject({ rows: [[typed]] });
      expect(await ask(id, 'select 1; drop table orders')).toMatchObject({
        code: 'integration.failed',
        data: { reason: expect.stringContaining('syntax') },
      });
      expect(await ask(id, 'select ?')).toMatchObject({ code: 'integration.failed' });
      expect(await rowsOf(id, 'select count(*) from orders')).toMatchObject({ rows: [['1']] });
    });

    test('is written by no way round when it is read only', async () => {
      const id = await make();
      for (const sql of [
        'delete from orders',
        'drop table orders',
        'commit',
        'set session transaction read write',
        '/* x */ delete from orders',
      ])
        expect(await ask(id, sql)).toMatchObject({ code: 'integration.failed', data: { reason: expect.stringContaining('read only') } });
      await server.admin(`create procedure ${name}.wipe() begin commit; delete from ${name}.orders; end`);
      await server.admin(`create function ${name}.wiping() returns int begin delete from ${name}.orders; return 1; end`);
      expect(await ask(id, 'select wiping()')).toMatchObject({ data: { reason: expect.stringContaining('READ ONLY') } });
      expect(await rowsOf(id, 'select count(*) from orders')).toMatchObject({ rows: [['1']] });
      const writing = await make({ isReadOnly: false });
      expect(await rowsOf(writing, 'insert into orders (id) values (?)', '5')).toMatchObject({ columns: [], rows: [] });
      expect(await rowsOf(id, 'select count(*) from orders')).toMatchObject({ rows: [['2']] });
    });

    test('is left after its time when it takes too long, and its query ends over there', async () => {
      // Waiting for the end of the query would take longer than a test may.
      const words = `select sleep(600) as ${name}_sleep`;
      await expect(runs(words, {}, 700)).rejects.toThrow('The database did not answer within 0.7 s.');
      const running = async () =>
        ((await server.admin('show full processlist')) as { Info: string | null }[]).filter(({ Info }) => Info?.includes(`${name}_sleep`))
          .length;
      await expect.poll(running).toBe(0);
    });

    test('is cut off by its bytes when it sends more than an answer holds', async () => {
      const tall = "select repeat('x', 6000000)";
      await expect(runs(tall)).rejects.toThrow('The database sent more than an answer can hold.');
    });

    test('gives no file of this machine to a server that asks for one', async () => {
      await expect(runs(`load data local infile '/etc/passwd' into table orders`, { isReadOnly: false })).rejects.toThrow(/refused/);
    });

    test('is spoken to over TLS, with a certificate that fits the host; without openssl only that it is asked for', async () => {
      if (server.certificate === '') {
        await expect(runs('select 1', { isTlsRequired: true })).rejects.toThrow('The database offers no TLS.');
        return;
      }
      const tls = { isTlsRequired: true, certificate: server.certificate };
      const { rows } = await runs("show status like 'Ssl_version'", tls);
      expect(rows[0]?.[1]).toMatch(/^TLSv1\.[23]$/);
      expect((await runs('select 1', { ...tls, host: 'localhost' })).rows).toEqual([['1']]);
      // One that nobody has signed is not taken
      await expect(runs('select 1', { isTlsRequired: true })).rejects.toThrow(/self.signed/);
    });

    test('leaves the statement in the trail, and nothing of what it answered', async () => {
      const id = await make();
      await ask(id, 'select note from orders where id > ?', '7');
      const entry = await trail.newest(user, `kind=integration&recordId=${id}`);
      expect([entry.action, entry.reason]).toEqual(['test', 'select note from orders where id > ?']);
      expect(JSON.stringify(entry)).not.toContain('naïve');
      expect(JSON.stringify(await trail.list(user, 'kind=integration'))).not.toContain(password);
    });

    test('is not found by another enterprise, and a user who may not change the company asks none', async () => {
      const id = await make();
      const path = integrations.query.path.replace(':integrationId', id);
      expect((await app.as(await app.makeUser()).post(path, { sql: 'select 1' })).json()).toMatchObject({ code: 'integration.not_found' });
      const builder = await app.makeUser({ enterprise: user, roles: [3] });
      expect((await app.as(builder).post(path, { sql: 'select 1' })).json()).toMatchObject({ code: '1403' });
    });
  });
}
