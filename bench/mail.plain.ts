import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';

/** Fetches and parses all mails of a mailbox, a batch after the other, and keeps nothing: the least that reading takes. Tells how many, and how long it took. */
const [port = '', batch = ''] = process.argv.slice(2);
const started = performance.now();
const client = new ImapFlow({
  host: '127.0.0.1',
  port: Number(port),
  secure: false,
  doSTARTTLS: false,
  auth: { user: 'help@shop.example', pass: 'secret-of-a-test' },
  logger: false,
});
await client.connect();
const { exists } = await client.mailboxOpen('INBOX', { readOnly: true });
let count = 0;
for (let from = 1; from <= exists; from += Number(batch)) {
  const range = `${from}:${Math.min(exists, from + Number(batch) - 1)}`;
  for (const { source } of await client.fetchAll(range, { uid: true, source: true }, { uid: true })) {
    if (!source) continue;
    const { text = '', html } = await simpleParser(source);
    if (text.length > 0 || html) count += 1;
  }
}
client.close();
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ count, ms: performance.now() - started, cpuMs: (user + system) / 1000 }));
