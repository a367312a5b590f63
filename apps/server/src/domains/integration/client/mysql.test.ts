import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createMysqlServer } from 'mysql2';
import { expect, onTestFinished, test } from 'vitest';
import { runQuery } from './mysql.ts';

const base = {
  databaseType: 'MySQL' as const,
  host: '127.0.0.1',
  database: 'shop',
  user: 'reader',
  password: 'Pa$$word-1',
  isTlsRequired: false,
  certificate: '',
  isReadOnly: false,
  rowLimit: 3,
};
const runs = (port: number, more: object = {}, privateHosts = ['127.0.0.1'], timeoutMs = 500) =>
  runQuery({ config: { privateHosts } }, { ...base, port, ...more }, { sql: 'select 1', params: [] }, { limit: 3, timeoutMs });

/** A server that is none. */
async function listen(onConnection: (socket: Socket) => void): Promise<{ port: number; heard: () => number }> {
  let heard = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    heard += 1;
    open.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard: () => heard };
}

test('a host in the own network that the installation does not allow gets no connection, by address or by name', async () => {
  const { port, heard } = await listen(() => {});
  for (const host of ['127.0.0.1', 'localhost', '::1', '169.254.169.254', '10.0.0.7'])
    await expect(runs(port, { host, isTlsRequired: true }, [])).rejects.toThrow(/may not be fetched\. It is not a public one/);
  await expect(runs(port, {}, [])).rejects.toThrow('Without TLS only hosts are reached that the installation allows.');
  expect(heard()).toBe(0);
});

test('a server that says nothing, drips, or sends without end is left after its time or its bytes', async () => {
  const silent = await listen(() => {});
  await expect(runs(silent.port)).rejects.toThrow('The database did not answer within 0.5 s.');
  const dripping = await listen((socket) => {
    socket.write(Buffer.from([0xff, 0, 0, 0]));
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  await expect(runs(dripping.port)).rejects.toThrow('The database did not answer within 0.5 s.');
  const endless = await listen((socket) => {
    const pour = () => {
      while (socket.writable && socket.write(Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0]), Buffer.alloc(0xffffff)])));
    };
    socket.on('drain', pour);
    pour();
  });
  await expect(runs(endless.port, {}, ['127.0.0.1'], 5000)).rejects.toThrow('The database sent more than an answer can hold.');
});

test('a server that speaks something else, or leaves in the middle, is told in words', async () => {
  const web = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(runs(web.port)).rejects.toThrow(/^The database (refused|closed the connection)/);
  const leaving = await listen((socket) => socket.end());
  await expect(runs(leaving.port)).rejects.toThrow(/^The database (refused|closed the connection)/);
  await expect(runs(1)).rejects.toThrow('Nothing answers at this address.');
});

test('a server without TLS is not told the password where TLS is asked for', async () => {
  const said: Buffer[] = [];
  const server = createMysqlServer(() => {});
  server.on('connection', (connection) => {
    connection.on('error', () => {});
    (connection as unknown as { stream: Socket }).stream.on('data', (chunk: Buffer) => said.push(chunk));
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.36',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xfff7ff,
    });
  });
  server.listen(0);
  onTestFinished(() => server.close(() => {}));
  const { port } = (server as unknown as { _server: { address: () => AddressInfo } })._server.address();
  await expect(runs(port, { isTlsRequired: true })).rejects.toThrow('The database offers no TLS.');
  expect(Buffer.concat(said).length).toBe(0);
});

test('a server that asks for a file of this machine gets none', async () => {
  const sent: Buffer[] = [];
  const server = createMysqlServer(() => {});
  server.on('connection', (connection) => {
    connection.on('error', () => {});
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.36',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: 0xffffff & ~0x800,
      authCallback: (_params: unknown, done: (error: null) => void) => done(null),
    } as never);
    const { stream } = connection as unknown as { stream: Socket };
    connection.on('query', () => {
      stream.removeAllListeners('data');
      stream.on('data', (chunk: Buffer) => sent.push(chunk));
      const name = Buffer.from('/etc/passwd');
      stream.write(Buffer.concat([Buffer.from([name.length + 1, 0, 0, 1, 0xfb]), name]));
    });
  });
  server.listen(0);
  onTestFinished(() => server.close(() => {}));
  const { port } = (server as unknown as { _server: { address: () => AddressInfo } })._server.address();
  await expect(runs(port)).rejects.toThrow(/^The database/);
  expect(Buffer.concat(sent).toString()).not.toContain('root:');
});
