/**
 * Phrases of people that belong to no intent: one more class that the planes are separated from. It keeps a bot with few phrases from
 * accepting every text that shares a "how do I" with it. Written for this package; combined in a fixed order.
 */
const topics =
  `volcanoes|the violin|medieval castles|octopus intelligence|black holes|sourdough|chess openings|the roman empire|knitting|solar panels
jazz|whale songs|the moon landing|origami|coral reefs|beekeeping|the periodic table|glaciers|opera|bonsai trees
marathon running|crossword puzzles|pyramids|pottery|tornadoes|the silk road|vaccines|dinosaurs|ballet|surfing
photosynthesis|philosophy|fossils|graffiti|lighthouses|the stock exchange|penguins|quantum physics|haiku|wrestling
the amazon river|gravity|magnets|spiders|poker|skateboards|steam engines|dreams|tattoos|mushrooms
the human brain|rainbows|karate|bridges|submarines|parrots|cheese|windmills|the olympics|calligraphy
earthquakes|democracy|mirrors|ants|the guitar|satellites|deserts|soap|shakespeare|kites
robots|tigers|the internet|bamboo|perfume|cricket bats|elephants|the sahara|clay|telescopes
mathematics|pirates|the cold war|swans|clouds|carpets|sculpture|camels|tea ceremonies|yoga
batteries|frogs|the himalayas|diamonds|juggling|ghosts|thunder|horses|museums|silk`.split(/[|\n]/u);

const frames = [
  (topic: string) => `who wrote the best book on ${topic}`,
  (topic: string) => `why are people so fond of ${topic}`,
  (topic: string) => `explain ${topic} to a child of five`,
  (topic: string) => `my brother never stops talking about ${topic}`,
  (topic: string) => `is there a film about ${topic}`,
  (topic: string) => `what is the history of ${topic}`,
  (topic: string) => `i wrote a poem about ${topic} last night`,
  (topic: string) => `how did ${topic} become so important`,
  (topic: string) => `draw me a picture of ${topic}`,
  (topic: string) => `when did scientists first study ${topic}`,
  (topic: string) => `are ${topic} older than people think ?`,
  (topic: string) => `i want ${topic}`,
  (topic: string) => `do you sell ${topic}`,
  (topic: string) => `can i get ${topic}`,
  (topic: string) => `where can i find ${topic}`,
  (topic: string) => `i would like to see ${topic}`,
  (topic: string) => `what is the best thing about ${topic}`,
  (topic: string) => `when will you bring ${topic}`,
  (topic: string) => `how can i learn about ${topic}`,
  (topic: string) => `i need ${topic} now`,
  (topic: string) => `can you tell me about ${topic}`,
  (topic: string) => `show me ${topic} please`,
  (topic: string) => `my ${topic} and i`,
  (topic: string) => `how much do you know about ${topic}`,
  (topic: string) => `is the ${topic} here`,
  (topic: string) => `what are ${topic}`,
  (topic: string) => `do not give me ${topic}`,
  (topic: string) => `please send me ${topic}`,
  (topic: string) => `how long do ${topic} last`,
  (topic: string) => `i have ${topic} at home`,
  (topic: string) => `where is the ${topic}`,
  (topic: string) => `mujhe ${topic} chahiye`,
  (topic: string) => `kya aapke paas ${topic} hai`,
];

const chatter = `the neighbours were loud again|i have no idea what she meant|he laughed and walked away|nobody told us about that
that joke was terrible|we grew up in the same village|it smells like rain outside|the cat is asleep on the sofa|she plays the drums on sundays
who won the match in ninety eight|which planet has the most rings|can fish feel pain|what colour is a mirror|how tall is the tallest tree
name three rivers in africa|is zero an even number|how many bones does a shark have|what makes bread rise|do plants sleep
tell me something nobody knows|what would you do on an island|are you fond of poetry|sing a song about winter|who taught you to speak
lol that is so funny|haha ok whatever|hmm let me think|wow did you see that|ugh not this again
my tooth hurts when it is cold|the printer is jammed|i cannot find my left shoe|the soup needs more salt|grandma baked a pie
the train was full of students|our teacher is on leave|the lift is stuck again|somebody parked in front of the gate|there is a spider in the bath
convert seven miles into furlongs|what is the square root of ninety|who is the president of peru|how deep is the ocean|when was paper invented
translate this sentence into latin|write an essay on honesty|solve this riddle for me|how do i whistle with two fingers|what rhymes with orange
is it legal to fly a drone in a park|which vitamins are in carrots|how long do turtles live|how do i get ink out of a shirt|why is the sky blue
the market fell after the speech|the mayor opened a new library|voters went to the polls in june|scientists found water on a comet|the bridge was closed for repair
i am learning to swim at forty|she moved to norway for love|they named the puppy biscuit|he forgot the words of the anthem|we missed the last ferry
how does a compass work|what is inside a pencil|who designed this tower|where do swallows go in winter|how loud can a lion roar
should i paint the wall green|does garlic keep well|can i grow lemons indoors|which wood burns longest|what do owls eat
kal raat bahut barish hui|mera bhai cricket khelta hai|tumhe kaunsi film pasand hai|chand par pehle kaun gaya tha|aaj mausam kitna suhana hai
dadi ne kahani sunayi|yeh gaana kisne likha hai|bharat ki rajdhani kya hai|bacche park mein khel rahe hain|mujhe samajh nahi aaya yaar
sabse uncha pahad kaunsa hai|hathi kitne saal jeeta hai|roti gol kaise banti hai|kya baat hai bhai|tum kahan se ho
कल रात बहुत बारिश हुई|मेरा भाई क्रिकेट खेलता है|चाँद पर सबसे पहले कौन गया था|यह गाना किसने लिखा है|बच्चे पार्क में खेल रहे हैं
दादी ने एक कहानी सुनाई|सबसे ऊँचा पहाड़ कौन सा है|हाथी कितने साल जीता है|मुझे कविता लिखना पसंद है|आसमान नीला क्यों होता है
बिल्ली सोफे पर सो रही है|समुद्र कितना गहरा है|कागज़ किसने बनाया था|पड़ोसी फिर शोर कर रहे हैं|हमारे गाँव में एक पुराना किला है
क्या मछली को दर्द होता है|रोटी गोल कैसे बनती है|वह हँसकर चली गई|इतिहास की किताब कहाँ रखी है|तारे दिन में क्यों नहीं दिखते`.split(/[|\n]/u);

/** Single letters, digits and keys struck at random: never an intent by themselves. */
const noise = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789',
  ...'asdf|qwerty|zxcvb|hjkl|asdfgh jkl|qwe rty uio|lkjhgf|mnbvc|fghj fghj|xx|zzzz|blah blah|asd asd asd|wxyz|jjj kkk|dfg hjk|poiuy|vbnm|sdfsdf|aaaa'.split(
    '|',
  ),
];

/** Five frames for each topic, the chatter and the noise: some 660 lines, always the same and in the same order. */
export function listBackgroundLines(): string[] {
  const asked = topics.flatMap((topic, at) =>
    [0, 4, 7, 13, 18].map((shift) => (frames[(at + shift) % frames.length] as (typeof frames)[number])(topic)),
  );
  return [...asked, ...chatter, ...noise];
}
