import { ActionIcon, Badge, Menu } from '@mantine/core';
import { type Artifact, fitsOf } from '@parley/contract';
import { IconDots } from '@tabler/icons-react';
import { formatBytes, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import tileClasses from '../shared/artifact.module.css';
import { ArtifactFace } from '../shared/artifact-tile.tsx';
import classes from './library.module.css';

export type TileAction = 'edit' | 'move' | 'takeOut' | 'delete';
type LibraryTileProps = { artifact: Artifact; mayDelete: boolean; onAct: (action: TileAction) => void };

/** One attachment with all that is known of it, and what can be done. */
export function LibraryTile({ artifact, mayDelete, onAct }: LibraryTileProps) {
  const say = useWords(fileWords.library);
  const sayType = useWords(fileWords.artifact);
  const { data, mayEdit, usedBy, bucketId } = artifact;
  const fits = data.type === 'IMAGE' ? fitsOf(data) : [];
  const facts = [
    [sayType(data.type), data.size > 0 ? formatBytes(data.size) : '', data.width > 0 ? `${data.width} × ${data.height}` : '']
      .filter(Boolean)
      .join(' · '),
    fits.length > 0 ? say('fits', { places: fits.map((fit) => say(fit)).join(', ') }) : '',
    usedBy.length > 0 ? say('usedIn', { names: usedBy.map(({ name }) => name).join(', ') }) : '',
    say('by', { name: artifact.createdBy, date: formatReportDate(artifact.createdAt) }),
  ].filter(Boolean);
  const actions: TileAction[] = [
    ...(mayEdit ? (['edit', 'move', ...(bucketId ? ['takeOut'] : [])] as TileAction[]) : []),
    ...(mayEdit || mayDelete ? ['delete' as const] : []),
  ];
  return (
    <article className={tileClasses.tile} aria-label={data.name}>
      <ArtifactFace
        artifact={artifact}
        more={
          <>
            {facts.map((fact) => (
              <span key={fact} className={tileClasses.detail}>
                {fact}
              </span>
            ))}
            {artifact.adminCreated && !mayEdit ? (
              <Badge size="xs" color="gray">
                {say('readOnly')}
              </Badge>
            ) : null}
          </>
        }
      />
      {actions.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={classes.menu ?? ''} variant="default" size="md" aria-label={say('actions', { name: data.name })}>
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item key={action} {...(action === 'delete' ? { color: 'red' } : {})} onClick={() => onAct(action)}>
                {say(action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </article>
  );
}
