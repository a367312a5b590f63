/**
 * A standard address, or one whose domain is an IPv4 literal in brackets (AUTH-039). Every part has a bound, so the time to match
 * grows with the length alone.
 */
export const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]{1,64}(?:\.[\w!#$%&'*+/=?^`{|}~-]{1,64}){0,8}@(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z][a-z0-9-]{0,61}[a-z0-9]|\[(?:\d{1,3}\.){3}\d{1,3}\])$/i;
