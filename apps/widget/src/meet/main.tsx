import { render } from 'preact';
import { textOn } from '../colour.ts';
import styles from './meet.css?inline';
import { MeetApp } from './meet-app.tsx';
import { createMeetSession } from './meet-session.ts';
import { chooseMeetWords } from './meet-words.ts';

const code = location.pathname.split('/').at(-1) ?? '';
const { say, language } = chooseMeetWords(navigator.language);
const root = document.querySelector<HTMLElement>('#meet');
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
const brand = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet, brand];
document.documentElement.lang = language;
document.title = say('title');

if (root) {
  const session = createMeetSession(code, () => draw());
  const draw = () => {
    const { joined } = session.getView();
    if (joined?.title) document.title = `${say('title')} - ${joined.title}`;
    if (joined && /^#[0-9a-f]{6}$/i.test(joined.colour))
      brand.replaceSync(`:root{--brand:${joined.colour};--on-brand:${textOn(joined.colour)}}`);
    render(<MeetApp session={session} view={session.getView()} say={say} />, root);
  };
  draw();
  void session.media.open();
}
