import { liveRequests, widgetRequests, type z } from '@parley/contract';
import { WebSocket } from 'ws';
import { sampleOfSchema } from '../apps/server/test/samples.ts';

export type Received = { type: string; data: unknown };
export type Replies = { frames: Received[]; closeCode: number | undefined };

const framesOf = (schemas: Readonly<Record<string, z.ZodType>>): string[] =>
  Object.entries(schemas).map(([type, schema]) => JSON.stringify({ type, id: `frame-${type}`, data: sampleOfSchema(schema) ?? {} }));

/** One valid frame of every kind that the contract knows. */
export const liveFrames = (): string[] => framesOf(liveRequests);
export const widgetFrames = (): string[] => framesOf(widgetRequests);

/** A connection that notes what comes; opening it may be refused. */
export async function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers, handshakeTimeout: 10_000 });
  const frames: Received[] = [];
  const listeners = new Set<() => void>();
  let closeCode: number | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  socket.on('message', (data) => {
    try {
      frames.push(JSON.parse(data.toString()) as Received);
    } catch {
      frames.push({ type: 'unreadable', data: data.toString().slice(0, 200) });
    }
    tell();
  });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  socket.on('error', () => {});
  socket.on('close', (code) => {
    closeCode = code;
    tell();
  });
  return {
    socket,
    frames,
    isOpen,
    closeCode: () => closeCode,
    /** Data of the first message of a type. */
    first: <T>(type: string): T | undefined => frames.find((frame) => frame.type === type)?.data as T | undefined,
    /** Waits until a frame fits, the connection ends, or the time is over. @returns whether it fitted */
    until(fits: () => boolean, withinMs: number): Promise<boolean> {
      if (fits()) return Promise.resolve(true);
      if (socket.readyState === socket.CLOSED) return Promise.resolve(false);
      return new Promise((resolve) => {
        const done = (isFit: boolean) => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve(isFit);
        };
        const look = () => {
          if (fits()) done(true);
          else if (closeCode !== undefined) done(false);
        };
        const timer = setTimeout(() => done(false), withinMs);
        listeners.add(look);
      });
    },
    send: (text: string | Buffer) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    end: () => socket.terminate(),
  };
}
export type Connection = Awaited<ReturnType<typeof connect>>;

/** One frame on a connection of its own: what comes back until it is answered or closed. */
export async function askFrame(url: string, headers: Record<string, string>, frame: string): Promise<Replies> {
  const connection = await connect(url, headers);
  if (!connection.isOpen) return { frames: [], closeCode: -1 };
  connection.send(frame);
  await connection.until(() => connection.frames.some(({ type }) => type === 'reply'), 2000);
  const replies = { frames: connection.frames, closeCode: connection.closeCode() };
  connection.end();
  return replies;
}
