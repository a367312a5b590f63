import type { emotionLabels } from '@parley/contract';

type Emotion = (typeof emotionLabels)[number];

/** Pictures of the 28 emotions (REPORT-022 to REPORT-024). */
export const emotionPictures: Record<Emotion, string> = {
  admiration: '🤩',
  amusement: '😄',
  anger: '😠',
  annoyance: '😒',
  approval: '👍',
  caring: '🤗',
  confusion: '😕',
  curiosity: '🧐',
  desire: '😍',
  disappointment: '😞',
  disapproval: '👎',
  disgust: '🤢',
  embarrassment: '😳',
  excitement: '🎉',
  fear: '😨',
  gratitude: '🙏',
  grief: '😭',
  joy: '😊',
  love: '❤️',
  nervousness: '😬',
  optimism: '🌞',
  pride: '😌',
  realization: '💡',
  relief: '😮‍💨',
  remorse: '😔',
  sadness: '😢',
  surprise: '😲',
  neutral: '😐',
};

export const isEmotion = (name: string): name is Emotion => Object.hasOwn(emotionPictures, name);
