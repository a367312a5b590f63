/** A question that waits for the user to prove who they are. */
export type AskedProof = { answer: (isProved: boolean) => void };

let asked: AskedProof | undefined;
let answered: Promise<boolean> | undefined;
const listeners = new Set<() => void>();
const tell = (next: AskedProof | undefined) => {
  asked = next;
  for (const listener of listeners) listener();
};

export const getAskedProof = () => asked;
export const subscribeProof = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the one dialog; calls that are refused at the same moment wait for the same answer. @returns false when the user gives it up */
export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  answered ??= new Promise((resolve) => {
    tell({
      answer: (isProved) => {
        tell(undefined);
        answered = undefined;
        resolve(isProved);
      },
    });
  });
  return answered;
}
