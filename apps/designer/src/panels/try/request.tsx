import { Code, Text } from '@mantine/core';
import { type CallRequest, wireAddressOf, wireBodyOf, wireHeadersOf } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The request that a call would send, with its values filled in. */
export function Request({ request }: { request: CallRequest }) {
  const say = useWords(designerWords.try);
  const title = request.kind === 'http' ? `${request.method} ${wireAddressOf(request)}` : request.kind;
  const body = request.kind === 'http' ? wireBodyOf(request) : null;
  const lines =
    request.kind === 'http'
      ? wireHeadersOf(request).map(([name, value]) => `${name}: ${value}`)
      : request.kind === 'query'
        ? [request.statement, JSON.stringify(request.parameters)]
        : request.kind === 'knowledge'
          ? [request.question]
          : request.kind === 'skill'
            ? [request.text]
            : [request.media.name];
  const text = [...lines, ...(body ? [`content-type: ${body.type}`, '', body.text] : [])].join('\n');
  return (
    <>
      <div className={classes.line}>
        {say('call')} {title}
      </div>
      {text !== '' && (
        <Code block aria-label={say('goesOut')} role="group" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
      )}
      {body && (
        <Text size="xs" c="dimmed" ta="center">
          {say('bodyBytes', { count: new TextEncoder().encode(body.text).length })}
        </Text>
      )}
      {body?.type === 'application/json' && !isJson(body.text) && (
        <Text size="xs" c="red" ta="center">
          {say('bodyNoJson')}
        </Text>
      )}
    </>
  );
}
