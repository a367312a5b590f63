/** Id that the vendor keeps for the end of a flow. */
export const reservedId = 'SUCCESS';
/** Screen on which a form is sent that may end in several places. No id of a form maps to it: they have small letters alone, and a `D` before each other one. */
export const finishId = 'FINISH';

/** Ids of screens in a flow are letters and underscores, and ours have digits: digit `d` becomes `D` and the letter of its place. */
export const toFlowId = (id: string): string => id.replaceAll(/\d/g, (digit) => `D${String.fromCharCode(97 + Number(digit))}`);

/** The id of a form's screen that `toFlowId` has written; undefined for an id of somebody else's. */
export function fromFlowId(flowId: string): string | undefined {
  const id = flowId.replaceAll(/D([a-j])/g, (_, letter: string) => String(letter.charCodeAt(0) - 97));
  return /^[a-z0-9]+$/.test(id) && toFlowId(id) === flowId ? id : undefined;
}
