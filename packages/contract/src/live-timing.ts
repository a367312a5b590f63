/**
 * The agents' socket, {ws base}/actions. Both directions send `{type, data}`; a client may add `id`, and then gets a message of type
 * `reply` with the same id when the server has done, or refused, what was asked.
 */
export const live = {
  heartbeatMs: 30_000,
  missedHeartbeats: 2,
  firstReconnectMs: 2_000,
  reconnectMs: 3_000,
  invalidTokenClose: 4001,
  /** The server is stopping: reconnect, to another process if there is one. */
  goingAwayClose: 1012,
  /** More frames than the limits allow, or a binary one. */
  refusedFramesClose: 1008,
  /** Messages sent to this socket are not read: reconnect, and fetch what is shown. */
  tooSlowClose: 4008,
} as const;
