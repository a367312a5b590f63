import type { IncomingMessage } from 'node:http';
import {
  callLimits,
  type MeetEventData,
  type MeetEventType,
  MeetReference,
  type MeetRequestType,
  meetRequests,
  type z,
} from '@parley/contract';
import type { FramedSocket } from '#platform/realtime/framed-socket.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { SocketHandler } from '../../../module.ts';
import { meetTopic } from './video.events.ts';
import { findFace, findRoomOfCode } from './video.repository.ts';
import { answerConsent, type CustomerSeat, callEnded, joinAsCustomer, leaveAsCustomer, signalToAgent } from './video.service.ts';

type Data<T extends MeetRequestType> = z.output<(typeof meetRequests)[T]>;
type Room = { enterpriseId: string; roomId: string };

const codePattern = new RegExp(`^[a-z0-9]{${callLimits.codeLength}}$`);
const codeOf = (request: IncomingMessage) => new URL(request.url ?? '', 'http://host').searchParams.get('code') ?? '';

/** `/meet/socket`: the customer's side of a call. The code of the link is the right to it; only pages of our own open it. */
export function meetSocket(deps: Deps): SocketHandler {
  const rooms = new WeakMap<IncomingMessage, Room>();
  const isOwnPage = ({ headers }: IncomingMessage) => {
    const host = headers.host ?? '';
    return [deps.publicUrl(), `http://${host}`, `https://${host}`].includes(headers.origin ?? '');
  };
  return {
    mostPerNetwork: deps.config.visitorSocketsPerNetwork,
    async admit(request) {
      if (!isOwnPage(request)) return 403;
      const code = codeOf(request);
      const room = codePattern.test(code) ? await findRoomOfCode(deps.db, hashToken(code)) : undefined;
      if (!room) return 404;
      rooms.set(request, room);
      return undefined;
    },
    open(socket, request) {
      new CustomerConnection(deps, rooms.get(request) as Room, socket);
    },
  };
}

class CustomerConnection {
  readonly #deps: Deps;
  readonly #ctx: EnterpriseContext;
  readonly #roomId: string;
  readonly #socket: FramedSocket;
  #seat: CustomerSeat | undefined;
  #stopHearing: (() => void) | undefined;

  constructor(deps: Deps, { enterpriseId, roomId }: Room, socket: FramedSocket) {
    this.#deps = deps;
    this.#ctx = enterpriseContext(deps, enterpriseId);
    this.#roomId = roomId;
    this.#socket = socket;
    socket.onClose(() => {
      this.#leaveTopic();
      this.#rise('lost').catch((error: unknown) => deps.log.warn({ err: error }, 'a customer did not leave a call'));
    });
    socket.serve({
      requests: meetRequests,
      reference: MeetReference,
      // The candidates of a connection come by the dozen.
      limit: { perSecond: 20, burst: 200 },
      limits: { join: { perSecond: 1 / 6, burst: 10 }, consent: { perSecond: 1 / 6, burst: 10 } },
      handlers: this.#handlers,
      refuse: ({ refusal: { envelope } }) => this.#send('refused', { code: envelope.code, message: envelope.message }),
    });
  }

  #send<T extends MeetEventType>(type: T, data: MeetEventData<T>): void {
    this.#socket.send({ type, data });
  }

  readonly #handlers: { [T in MeetRequestType]: (data: Data<T>) => Promise<void> | void } = {
    join: ({ token }) => this.#join(token),
    ping: async () => {
      if (this.#seat) await signalToAgent(this.#ctx, this.#deps.hub, this.#seat, undefined);
      this.#send('pong', {});
    },
    rtc: ({ signal }) => signalToAgent(this.#ctx, this.#deps.hub, this.#seated(), signal),
    consent: ({ isGiven }) => answerConsent(this.#ctx, this.#seated(), isGiven),
    leave: () => this.#rise('left'),
  };

  #seated(): CustomerSeat {
    if (!this.#seat) throw callEnded();
    return this.#seat;
  }

  async #join(token: string): Promise<void> {
    // Listening begins before the place is taken: a word of the agent's browser of the moment between is not lost.
    // Frames that arrive before the seat is given wait for it, and a refusal drops them.
    const early: Parameters<FramedSocket['send']>[0][] = [];
    let isSeated = false;
    this.#leaveTopic();
    this.#stopHearing = this.#deps.hub.join({
      topics: new Set([meetTopic(this.#roomId)]),
      send: (message) => (isSeated ? this.#socket.send(message) : early.push(message)),
      close: (code, reason) => this.#socket.close(code, reason),
    });
    try {
      const { seat, channelId, ...joined } = await joinAsCustomer(this.#ctx, this.#deps, this.#roomId, token);
      this.#seat = seat;
      const face = await this.#ctx.read((tx) => findFace(tx, this.#ctx.enterpriseId, channelId));
      this.#send('joined', { roomId: this.#roomId, ...joined, ...face });
    } catch (error) {
      this.#leaveTopic();
      throw error;
    }
    isSeated = true;
    for (const message of early) this.#socket.send(message);
    if (!this.#socket.isOpen) await this.#rise('lost');
  }

  /** Signals of a call are for the browser alone that has a place in it. */
  #leaveTopic(): void {
    this.#stopHearing?.();
    this.#stopHearing = undefined;
  }

  async #rise(ending: 'left' | 'lost'): Promise<void> {
    this.#leaveTopic();
    const seat = this.#seat;
    this.#seat = undefined;
    if (seat) await leaveAsCustomer(this.#ctx, seat, ending);
  }
}
