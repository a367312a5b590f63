let said = '';

/**
 * Keeps the reason of a deletion that the user gave in the question before. It goes with the calls that begin with the answer: they begin
 * before the page does anything else, so no later call takes it along.
 */
export function sayReason(reason: string): void {
  said = reason.trim();
  const mine = said;
  setTimeout(() => {
    if (said === mine) said = '';
  });
}

export const getReason = (): string => said;
