/** The first pictures of other servers in a mail are shown; none behind them. */
export const mostMailPictures = 50;

/**
 * The reasons for which a picture of a mail is not shown: its server refuses it or does not answer in time, its address is not public, it is too large,
 * or it is no picture of a kind that is shown.
 */
export const mailPictureFaults = ['unanswered', 'private', 'too_large', 'not_a_picture'] as const;
export type MailPictureFault = (typeof mailPictureFaults)[number];
