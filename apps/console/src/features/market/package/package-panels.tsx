import { Badge, Text } from '@mantine/core';
import type { WholePackage } from '@parley/contract';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatLanguage, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';
import { kindIcons, PartLink, useKindWord } from './package-kind.tsx';

type Found = { found: WholePackage };

export function ContentsPanel({ found }: Found) {
  const say = useWords(packageWords.one);
  const sayKind = useKindWord();
  return (
    <Panel title={say('contents')} text={say('contentsText')}>
      <ul className={classes.plain} aria-label={say('contents')}>
        {found.items.map(({ path, kind, name, steps }) => {
          const KindIcon = kindIcons[kind];
          return (
            <li key={path} className={classes.item}>
              <KindIcon size={18} stroke={1.7} className={classes.itemIcon} aria-hidden />
              <div className={classes.itemWords}>
                <strong>{name}</strong> <span className={classes.dim}>{sayKind(kind)}</span>
                {steps.length === 0 ? null : (
                  <Text size="sm" c="dimmed" aria-label={say('steps', { name })}>
                    {steps.join(' · ')}
                  </Text>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {found.tests > 0 ? (
        <Text size="xs" c="dimmed" mt="sm">
          {say('tests', { count: found.tests })}
        </Text>
      ) : null}
    </Panel>
  );
}

export function HerePanel({ install }: { install: NonNullable<WholePackage['install']> }) {
  const say = useWords(packageWords.one);
  const sayKind = useKindWord();
  const { version, installedBy: name, installedOn, updatedOn, parts } = install;
  const time = formatReportDate(installedOn);
  return (
    <Panel
      title={say('here')}
      text={
        <>
          {name === '' ? say('hereAlone', { version, time }) : say('hereText', { version, name, time })}
          {updatedOn === installedOn ? null : ` · ${say('updatedOn', { time: formatReportDate(updatedOn) })}`}
        </>
      }
    >
      <ul className={classes.plain} aria-label={say('here')}>
        {parts.map((part) => {
          const KindIcon = kindIcons[part.kind];
          const isLink = part.recordId !== '' && !part.isGone;
          return (
            <li key={part.path} className={classes.item}>
              <KindIcon size={18} stroke={1.7} className={classes.itemIcon} aria-hidden />
              <div className={classes.itemWords}>
                {isLink ? <PartLink {...part} /> : part.name} <span className={classes.dim}>{sayKind(part.kind)}</span>
              </div>
              {part.recordId === '' ? (
                <Badge color="gray">{say('isSkipped')}</Badge>
              ) : part.isGone ? (
                <Badge color="yellow">{say('isGone')}</Badge>
              ) : part.isOwn ? (
                <Badge color="gray">{say('isOwn')}</Badge>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

export function AboutPanel({ found }: Found) {
  const say = useWords(packageWords.one);
  const sayIndustry = useWords(packageWords.industry);
  return (
    <Panel title={say('about')}>
      {found.purpose === '' ? null : (
        <Text size="sm" mb="sm" className={classes.words}>
          {found.purpose}
        </Text>
      )}
      <FactList
        facts={[
          [say('version'), found.version],
          [say('industry'), sayIndustry(found.industry)],
          [say('languages'), found.languages.map((one) => formatLanguage(one)).join(', ')],
          [say('licence'), found.licence],
          [say('key'), found.key],
        ]}
      />
    </Panel>
  );
}

/** Groups of four letters are compared more easily. */
export const groupedFingerprint = (fingerprint: string): string => fingerprint.match(/.{1,4}/g)?.join(' ') ?? '';

export function PublisherPanel({ found: { publisher } }: Found) {
  const say = useWords(packageWords.one);
  return (
    <Panel title={say('publisher')}>
      <Text size="sm" fw={600} className={classes.words}>
        {publisher.name}
      </Text>
      <Text size="xs" c="dimmed" mt="xs">
        {say('fingerprint')}
      </Text>
      <div className={classes.fingerprint}>{groupedFingerprint(publisher.fingerprint)}</div>
    </Panel>
  );
}

export function NeedsPanel({ needs }: Pick<WholePackage, 'needs'>) {
  const say = useWords(packageWords.one);
  const sayKind = useKindWord();
  return (
    <Panel title={say('needs')} text={say(needs.length === 0 ? 'needsNothing' : 'needsText')}>
      {needs.length === 0 ? null : (
        <ul className={classes.plain} aria-label={say('needs')}>
          {needs.map(({ kind, name }) => (
            <li key={`${kind} ${name}`} className={classes.words}>
              {name} <span className={classes.dim}>{sayKind(kind)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function PermissionsPanel({ permissions }: Pick<WholePackage, 'permissions'>) {
  const say = useWords(packageWords.one);
  return (
    <Panel title={say('permissions')} text={say('permissionsText')}>
      <div className={classes.chips}>
        {permissions.map((permission) => (
          <Badge key={permission} variant="light" color="gray" tt="none">
            {permission}
          </Badge>
        ))}
      </div>
    </Panel>
  );
}
