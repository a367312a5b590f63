import { Button, Menu } from '@mantine/core';
import { emotionLabels, type SentimentLevel, type SentimentSettings, sentimentLevels } from '@parley/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { nameOfEmotion } from '../shared/emotion-name.ts';
import classes from './insight.module.css';
import { levelLooks } from './level-look.ts';

type Emotion = (typeof emotionLabels)[number];
export type EmotionLevelsProps = { levels: SentimentSettings['levels']; onMove: (emotion: Emotion, level: SentimentLevel) => void };

/** The 28 emotions in three columns; each is moved by its menu. */
export function EmotionLevels({ levels, onMove }: EmotionLevelsProps) {
  const say = useWords(botWords.sentiment);
  const nameOf = (emotion: Emotion) => nameOfEmotion(say, emotion);
  return (
    <section aria-label={say('levels')}>
      <div className={classes.levels}>
        {sentimentLevels.map((level) => {
          const { icon: Icon } = levelLooks[level];
          return (
            <div key={level} className={classes.level}>
              <h3 className={classes.levelTitle}>
                <Icon size={16} aria-hidden />
                {say(level)}
              </h3>
              <ul className={classes.emotions} aria-label={say(level)}>
                {emotionLabels
                  .filter((emotion) => levels[emotion] === level)
                  .map((emotion) => (
                    <li key={emotion}>
                      <Menu position="bottom-start">
                        <Menu.Target>
                          <Button
                            size="compact-sm"
                            variant="default"
                            rightSection={<IconChevronDown size={12} />}
                            aria-label={say('emotionOf', { emotion: nameOf(emotion), level: say(level) })}
                          >
                            {nameOf(emotion)}
                          </Button>
                        </Menu.Target>
                        <Menu.Dropdown>
                          {sentimentLevels
                            .filter((other) => other !== level)
                            .map((other) => (
                              <Menu.Item key={other} onClick={() => onMove(emotion, other)}>
                                {say('moveTo', { level: say(other) })}
                              </Menu.Item>
                            ))}
                        </Menu.Dropdown>
                      </Menu>
                    </li>
                  ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}
