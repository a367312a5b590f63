import robots from 'robots-parser';

type Robots = { isAllowed: (url: string, agent: string) => boolean | undefined };
/** The module is a function, whatever its types say. */
const parseRobots = robots as unknown as (url: string, content: string) => Robots;

export default function read({
  text,
  address,
  urls,
  userAgent,
}: {
  text: string;
  address: string;
  urls: string[];
  userAgent: string;
}): boolean[] {
  const rules = parseRobots(address, text);
  return urls.map((url) => rules.isAllowed(url, userAgent) !== false);
}
