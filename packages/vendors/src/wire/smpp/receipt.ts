/** Reads the SMS centre's report on a message from the text of a deliver_sm: `id:… stat:DELIVRD err:000 text:…`. */
export function readReceipt(text: string): { id: string; status: string; error: string } | undefined {
  const of = (name: string) => new RegExp(`(?:^|\\s)${name}:(\\S*)`, 'i').exec(text)?.[1] ?? '';
  const [id, status] = [of('id'), of('stat')];
  return id !== '' && status !== '' ? { id, status, error: of('err') } : undefined;
}
