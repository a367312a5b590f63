import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useAppConfig } from '../../../lib/app-config.ts';
import classes from './reply-text.module.css';

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' };
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} {...newTab}>
      {children}
    </a>
  ),
  // The page loads no picture of foreign hosts; who wants to see one opens it.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} {...newTab}>
      {alt || src}
    </a>
  ),
};
const plugins = [remarkGfm];

/** One reply: formatted markdown whose links open in a new tab, or plain text while hideInnerHtml is on (TRYIT-003, TRYIT-004). */
export function ReplyText({ text }: { text: string }) {
  const { environment } = useAppConfig();
  if (environment.hideInnerHtml === true) return <p className={classes.plain}>{text}</p>;
  return (
    <div className={classes.markdown}>
      <Markdown components={components} remarkPlugins={plugins}>
        {text}
      </Markdown>
    </div>
  );
}
