/**
 * Questions that hardly any knowledge base answers, of many walks of life. How near they come to the passages at best says where nearness begins
 * to mean something: models differ widely there, and a fixed limit for cosines fits none but one of them.
 */
export const strangerQuestions: readonly string[] = [
  'Who won the football world cup?',
  'What is the capital of Mongolia?',
  'How tall is Mount Everest?',
  'Who painted the Mona Lisa?',
  'What are the symptoms of the flu?',
  'How many players are in a cricket team?',
  'When does the next train to the airport leave?',
  'What is the meaning of life?',
  'Which planet is the largest?',
  'How do birds find their way in winter?',
  'Who wrote Romeo and Juliet?',
  'What will the weather be like tomorrow?',
  'How do I knit a scarf?',
  'What is the square root of 144?',
  'Can you tell me a joke?',
  'Which language is spoken in Brazil?',
  'How long do elephants live?',
  'When was the French Revolution?',
  'What is a good name for a puppy?',
  'Who is the president of the United States?',
  'How do I get rid of hiccups?',
  'What does my horoscope say today?',
  'How deep is the ocean?',
  'Which film won the most awards last year?',
  'भारत के प्रधानमंत्री कौन हैं?',
  'कल दिल्ली में मौसम कैसा रहेगा?',
  'सोने का भाव आज क्या है?',
  'क्रिकेट का मैच किसने जीता?',
  'ताजमहल किसने बनवाया था?',
  'चाँद पृथ्वी से कितनी दूर है?',
  'mujhe ek shayari sunao',
  'aaj kaunsa din hai?',
];

/** Number of standard deviations of strangers' nearness above their mean from which on nearness counts in full. */
const fullDeviations = 6;
/** However alike the strangers come out; cosines are no more exact. */
const leastDeviation = 0.01;

/**
 * Returns how near passages are to a question in meaning: 0 for what a stranger's question reaches on average, 1 for what is far above all
 * of them.
 * @param cosines of the question with each passage
 * @param strangerScores the best cosine that each of `strangerQuestions` has with a passage
 */
export function measureMeaning(cosines: Float32Array, strangerScores: readonly number[]): Float32Array {
  if (strangerScores.length === 0) return new Float32Array(cosines.length);
  const mean = strangerScores.reduce((sum, score) => sum + score, 0) / strangerScores.length;
  const variance = strangerScores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / strangerScores.length;
  const full = fullDeviations * Math.max(leastDeviation, Math.sqrt(variance));
  return cosines.map((cosine) => Math.min(1, Math.max(0, (cosine - mean) / full)));
}
