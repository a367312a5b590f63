/** Declares the part of the library that is used here; it ships no types. */
declare module 'smpp' {
  export type Pdu = {
    command: string;
    command_status: number;
    sequence_number: number;
    message_id?: string;
    source_addr?: string;
    destination_addr?: string;
    esm_class?: number;
    short_message?: string | { message?: string | Buffer };
    message_payload?: string | { message?: string | Buffer };
    receipted_message_id?: string;
    response: (values?: Record<string, unknown>) => Pdu;
    [name: string]: unknown;
  };
  export type Session = {
    on: ((event: 'connect' | 'close', listener: () => void) => void) &
      ((event: 'error', listener: (error: Error & { code?: string }) => void) => void) &
      ((event: 'pdu' | 'deliver_sm' | 'submit_sm' | 'bind_transceiver' | 'enquire_link' | 'unbind', listener: (pdu: Pdu) => void) => void);
    bind_transceiver: (values: Record<string, unknown>, answer: (pdu: Pdu) => void) => void;
    submit_sm: (values: Record<string, unknown>, answer: (pdu: Pdu) => void) => void;
    deliver_sm: (values: Record<string, unknown>, answer?: (pdu: Pdu) => void) => void;
    enquire_link: (values: Record<string, unknown>, answer: (pdu: Pdu) => void) => void;
    unbind: (answer?: () => void) => void;
    send: (pdu: Pdu) => void;
    close: () => void;
    destroy: () => void;
  };
  export type Server = {
    listen: (port: number, host: string, done: () => void) => void;
    close: (done?: () => void) => void;
    address: () => { port: number };
  };
  const smpp: {
    connect: (options: { url: string; auto_enquire_link_period?: number; connectTimeout?: number }) => Session;
    createServer: (listener: (session: Session) => void) => Server;
    addTLV: (name: string, options: { id: number; type: unknown }) => void;
    types: { tlv: { cstring: unknown; string: unknown } };
  };
  export default smpp;
}
