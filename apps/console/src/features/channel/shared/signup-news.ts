/** Page to which the provider's dialog comes back. */
export const signupReturnPath = '/whatsapp-signup';

const channelName = 'whatsapp-signup';

/** Outcome of a dialog: its code, or that it was cancelled. The state says whose it is. */
export type SignupNews = { state: string; code: string };

/** Tells the window that opened the dialog: the provider may have cut this one from it. */
export function tellSignup(news: SignupNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(news);
  channel.close();
}

/** @returns ends the hearing */
export function hearSignup(onNews: (news: SignupNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<SignupNews>) => onNews(data);
  return () => channel.close();
}
