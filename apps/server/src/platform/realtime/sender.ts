import type { Socket } from 'node:net';
import { live } from '@parley/contract';
import type { WebSocket } from 'ws';

export type Message = { type: string; data: unknown };
export type Sender = (message: Message) => void;

/** Bytes that may wait for a client that does not read; beyond it the socket is closed. */
const mostBufferedBytes = 1_048_576;
const closingMs = 5_000; // the close frame waits behind unread data, so the connection is cut soon after

/**
 * Sends messages to one socket. Those of one turn of the event loop leave in one packet: an agent with forty chats hears of many messages
 * at once, and a system call costs more than a frame. Data that the client leaves unread are counted after each packet.
 */
export function createSender(socket: WebSocket, line: Socket): Sender {
  let isGathering = false;
  const flush = () => {
    isGathering = false;
    line.uncork();
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount <= mostBufferedBytes) return;
    socket.close(live.tooSlowClose, 'You read too slowly.');
    setTimeout(() => socket.terminate(), closingMs).unref();
  };
  return (message) => {
    if (socket.readyState !== socket.OPEN) return;
    if (!isGathering) {
      isGathering = true;
      line.cork();
      setImmediate(flush);
    }
    socket.send(JSON.stringify(message));
  };
}
