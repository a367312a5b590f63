/** The form of an address of e-mail as people write it: one @, no quotes, a domain with a top level of letters. */
export const emailForm = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
