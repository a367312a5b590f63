import { parentPort, workerData } from 'node:worker_threads';
import { startImap } from '../apps/server/test/imap.ts';
import { mailOf } from './mail.shapes.ts';

/** A mail server with the mails of one mailbox, in a thread of its own. It says its port, and then each time that somebody connects. */
const imap = await startImap({ onConnect: () => parentPort?.postMessage('connected') });
const { count } = workerData as { count: number };
for (let index = 0; index < count; index += 1) imap.deliver(mailOf(index));
parentPort?.postMessage(imap.port);
