import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterAll } from 'vitest';

/**
 * A mail server that speaks as much of IMAP (RFC 3501, RFC 2177, RFC 7628) as a reader of mailboxes asks for, with the faults that real ones
 * have: numbers that change their meaning, connections that drop, silence.
 */
export type ImapServer = {
  port: number;
  url: string;
  /** @param at when it came; now where it is left out */
  deliver: (raw: string | Buffer, at?: Date) => number;
  /** The numbers begin anew: the same mails have others. */
  renumber: () => void;
  /** Ends all connections. */
  drop: () => void;
  /** Answers nothing from now on, or again. */
  silence: (isSilent: boolean) => void;
  refuseLogins: (isRefusing: boolean) => void;
  /** Takes this token alone from now on. */
  takeToken: (token: string) => void;
  /** Holds the next fetches of whole mails back until the answer is called. */
  hold: () => () => void;
  /** Takes this long for each piece of a mail from now on. */
  slow: (ms: number) => void;
  /** Ends the connection each time that this mail is fetched. */
  breakAt: (uid: number) => void;
  /** Names of commands that were given, in their order */
  commands: string[];
  connections: () => number;
  remove: (uid: number) => void;
  stop: () => Promise<void>;
};

type Mail = { uid: number; raw: Buffer; at: Date };
/** @property tls key and certificate: TLS from the first byte, or before the login alone where it is upgraded to */
type Options = {
  user?: string;
  password?: string;
  token?: string;
  folder?: string;
  hasIdle?: boolean;
  onConnect?: () => void;
  tls?: { key: string; cert: string; isUpgraded?: boolean };
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');
const internalDate = (at: Date) =>
  `"${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000"`;

/** A header's value, unfolded; the first of its name. */
function headerOf(raw: Buffer, name: string): string {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end === -1 ? raw.length : end).replace(/\r?\n[ \t]+/g, ' ');
  const line = head.split(/\r?\n/).find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : '';
}
const stringOf = (value: string): string => (value === '' ? 'NIL' : `{${Buffer.byteLength(value, 'latin1')}}\r\n${value}`);

function addressesOf(value: string): string {
  const list = value
    .split(',')
    .map((one) => /^(?:\s*"?([^"<]*)"?\s*)?<([^@>\s]+)@([^>\s]+)>|^\s*([^@\s]+)@(\S+)/.exec(one))
    .filter((found) => found !== null)
    .map(
      ([, name = '', user = '', host = '', plainUser = '', plainHost = '']) =>
        `(${stringOf(name.trim())} NIL ${stringOf(user || plainUser)} ${stringOf(host || plainHost)})`,
    );
  return list.length === 0 ? 'NIL' : `(${list.join('')})`;
}
function envelopeOf(raw: Buffer): string {
  const text = (name: string) => stringOf(headerOf(raw, name));
  const people = (name: string) => addressesOf(headerOf(raw, name));
  const from = people('from');
  return `(${text('date')} ${text('subject')} ${from} ${from} ${from} ${people('to')} ${people('cc')} NIL ${text('in-reply-to')} ${text('message-id')})`;
}

/** Numbers of a set such as `1,4:7,9:*`. */
function inSet(set: string, last: number): (uid: number) => boolean {
  const ranges = set.split(',').map((range) => {
    const [from = '', to = from] = range.split(':');
    const [low, high] = [from, to].map((one) => (one === '*' ? last : Number(one))).toSorted((a, b) => a - b);
    return [low ?? 0, high ?? 0] as const;
  });
  return (uid) => ranges.some(([low, high]) => uid >= low && uid <= high);
}

export async function startImap({
  user = 'help@shop.example',
  password = 'secret-of-a-test',
  token: firstToken = '',
  folder = 'INBOX',
  hasIdle = true,
  onConnect = () => {},
  tls,
}: Options = {}): Promise<ImapServer> {
  let [uidValidity, nextUid] = [1000, 1];
  let mails: Mail[] = [];
  let [isSilent, isRefusing] = [false, false];
  let token = firstToken;
  let held: { wait: Promise<void>; go: () => void } | undefined;
  let [slowMs, broken] = [0, 0];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const idling = new Map<Socket, string>();
  /** Commands whose second line comes */
  const continuing = new Map<Socket, string>();

  const fetchItem = (mail: Mail, wanted: string): Buffer => {
    const parts: Buffer[] = [Buffer.from(`* ${mails.indexOf(mail) + 1} FETCH (UID ${mail.uid}`)];
    if (/RFC822\.SIZE/i.test(wanted)) parts.push(Buffer.from(` RFC822.SIZE ${mail.raw.length}`));
    if (/INTERNALDATE/i.test(wanted)) parts.push(Buffer.from(` INTERNALDATE ${internalDate(mail.at)}`));
    if (/FLAGS/i.test(wanted)) parts.push(Buffer.from(' FLAGS ()'));
    if (/ENVELOPE/i.test(wanted)) parts.push(Buffer.from(` ENVELOPE ${envelopeOf(mail.raw)}`, 'latin1'));
    const body = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i.exec(wanted);
    if (body) {
      const [, from, count] = body;
      const bytes = from === undefined ? mail.raw : mail.raw.subarray(Number(from), Number(from) + Number(count));
      parts.push(Buffer.from(` BODY[]${from === undefined ? '' : `<${from}>`} {${bytes.length}}\r\n`), bytes);
    }
    parts.push(Buffer.from(')\r\n'));
    return Buffer.concat(parts);
  };

  const search = (rest: string): Mail[] => {
    const last = mails.at(-1)?.uid ?? 0;
    const set = /\bUID (\S+)/i.exec(rest)?.[1];
    const since = /\bSINCE "?(\d{1,2})-(\w{3})-(\d{4})/i.exec(rest);
    const from = since ? Date.UTC(Number(since[3]), months.indexOf(since[2] ?? ''), Number(since[1])) : 0;
    return mails.filter(({ uid, at }) => (set === undefined || inSet(set, last)(uid)) && at.getTime() >= from);
  };

  async function answer(socket: Socket, tag: string, name: string, rest: string): Promise<void> {
    const say = (text: string | Buffer) => void (socket.destroyed || socket.write(text));
    const ok = (text = 'done') => say(`${tag} OK ${text}\r\n`);
    switch (name) {
      case 'CAPABILITY':
        say(`* CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=XOAUTH2${hasIdle ? ' IDLE' : ''}${canUpgrade(socket) ? ' STARTTLS' : ''}\r\n`);
        return ok();
      case 'LOGIN': {
        const isRight = rest.includes(user) && rest.includes(password) && token === '' && !isRefusing;
        return isRight ? ok() : say(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n`);
      }
      case 'AUTHENTICATE': {
        const [mechanism = '', given = ''] = rest.split(' ');
        if (given === '') {
          continuing.set(socket, `${tag} AUTHENTICATE ${mechanism}`);
          return say('+ \r\n');
        }
        const said = Buffer.from(given, 'base64').toString();
        const isRight =
          mechanism.toUpperCase() === 'XOAUTH2'
            ? token !== '' && said === `user=${user}\u0001auth=Bearer ${token}\u0001\u0001`
            : token === '' && said.split('\u0000').slice(-2).join(' ') === `${user} ${password}`;
        return isRight && !isRefusing ? ok() : say(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n`);
      }
      case 'STARTTLS':
        if (!(tls && canUpgrade(socket))) return say(`${tag} BAD no\r\n`);
        ok();
        // The handshake comes next.
        socket.removeAllListeners('data');
        return serve(new TLSSocket(socket, { isServer: true, ...tls }), true);
      case 'LIST':
      case 'LSUB':
        say(`* ${name} () "/" ${folder}\r\n`);
        return ok();
      case 'SELECT':
      case 'EXAMINE':
        if (rest.replace(/"/g, '').split(' ')[0] !== folder) return say(`${tag} NO [NONEXISTENT] There is no such folder\r\n`);
        say(
          `* ${mails.length} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${uidValidity}] valid\r\n* OK [UIDNEXT ${nextUid}] next\r\n`,
        );
        return ok('[READ-ONLY] done');
      case 'UID SEARCH':
        say(
          `* SEARCH ${search(rest)
            .map(({ uid }) => uid)
            .join(' ')}\r\n`.replace(' \r', '\r'),
        );
        return ok();
      case 'UID FETCH': {
        const [, set = '', wanted = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];
        const isWanted = inSet(set, mails.at(-1)?.uid ?? 0);
        if (/BODY/.test(wanted)) {
          await held?.wait;
          if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
          if (mails.some(({ uid }) => uid === broken && isWanted(uid))) return void socket.destroy();
        }
        for (const mail of mails.filter(({ uid }) => isWanted(uid))) say(fetchItem(mail, wanted));
        return ok();
      }
      case 'IDLE':
        idling.set(socket, tag);
        return say('+ idling\r\n');
      case 'LOGOUT':
        say('* BYE\r\n');
        ok();
        return void socket.end();
      default:
        return ok();
    }
  }

  const canUpgrade = (socket: Socket) => tls?.isUpgraded === true && !(socket instanceof TLSSocket);

  function serve(socket: Socket, isUpgraded = false): void {
    sockets.add(socket);
    onConnect();
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      idling.delete(socket);
    });
    if (!isSilent && !isUpgraded) socket.write('* OK ready\r\n');
    let rest = '';
    let work = Promise.resolve();
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const begun = continuing.get(socket);
        continuing.delete(socket);
        const line = begun === undefined ? rest.slice(0, end) : `${begun} ${rest.slice(0, end)}`;
        rest = rest.slice(end + 2);
        if (isSilent) continue;
        if (line.toUpperCase() === 'DONE') {
          const tag = idling.get(socket);
          idling.delete(socket);
          if (tag) socket.write(`${tag} OK done\r\n`);
          continue;
        }
        const [, tag = '', name = '', more = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? [];
        commands.push(name.toUpperCase());
        work = work.then(() => answer(socket, tag, name.toUpperCase(), more));
      }
    });
  }
  const server: Server = tls && !tls.isUpgraded ? createTlsServer(tls, (socket) => serve(socket)) : createServer((socket) => serve(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };

  const imap: ImapServer = {
    port,
    url: `imap://127.0.0.1:${port}`,
    deliver(raw, at = new Date()) {
      const uid = nextUid;
      nextUid += 1;
      mails.push({ uid, raw: typeof raw === 'string' ? Buffer.from(raw.replace(/\r?\n/g, '\r\n')) : raw, at });
      if (!isSilent) for (const socket of idling.keys()) socket.write(`* ${mails.length} EXISTS\r\n`);
      return uid;
    },
    renumber() {
      uidValidity += 1;
      mails = mails.map((mail, place) => ({ ...mail, uid: place + 1 }));
      nextUid = mails.length + 1;
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    silence(now) {
      isSilent = now;
    },
    takeToken(now) {
      token = now;
    },
    refuseLogins(now) {
      isRefusing = now;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = { wait: promise, go: resolve };
      return () => {
        held = undefined;
        resolve();
      };
    },
    slow(ms) {
      slowMs = ms;
    },
    breakAt(uid) {
      broken = uid;
    },
    commands,
    connections: () => sockets.size,
    remove(uid) {
      mails = mails.filter((mail) => mail.uid !== uid);
    },
    stop() {
      imap.drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return imap;
}

/** The same for one test file. */
export async function startImapForTests(options?: Options): Promise<ImapServer> {
  const imap = await startImap(options);
  afterAll(() => imap.stop());
  return imap;
}
