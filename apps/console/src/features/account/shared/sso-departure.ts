/** Storage key of this tab's sign-in at the provider: the state that must come back, and nothing that anybody else could use. */
const key = 'sso-state';

/** Goes to the provider; only this tab goes on with what comes back. */
export function goToProvider({ address, state }: { address: string; state: string }): void {
  sessionStorage.setItem(key, state);
  location.assign(address);
}

/** Tells whether this tab has left with the state; it comes back once. */
export function isOwnReturn(state: string): boolean {
  const own = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return own !== null && own === state;
}
