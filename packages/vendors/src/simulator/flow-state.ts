export type Values = Record<string, unknown>;
/** A request of the phone to the endpoint, before it is sealed. */
export type PhoneRequest = { version: string; action: 'INIT' | 'data_exchange'; screen: string; data: Values; flow_token: string };
/**
 * A flow on a phone; all of it is JSON.
 * @property stack screens that were gone through, the open one last @property left what the inputs of a screen held when it was left
 * @property pending the request that waits for its answer
 */
export type PhoneState = {
  status: 'open' | 'waiting' | 'completed' | 'closed';
  token: string;
  stack: string[];
  data: Record<string, Values>;
  forms: Record<string, Values>;
  left: Record<string, Values>;
  message: string;
  pending: PhoneRequest | null;
  completed: Values | null;
};
