import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

export type Message = { type: string; data: unknown };

/**
 * Sends messages to one socket. Those of one turn of the event loop leave in one packet: an agent with forty chats hears of many
 * messages at once, and a system call costs more than a frame.
 */
export function createSender(socket: WebSocket, line: Socket): (message: Message) => void {
  let isGathering = false;
  return (message) => {
    if (socket.readyState !== socket.OPEN) return;
    if (!isGathering) {
      isGathering = true;
      line.cork();
      setImmediate(() => {
        isGathering = false;
        line.uncork();
      });
    }
    socket.send(JSON.stringify(message));
  };
}
