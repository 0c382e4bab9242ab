import { quotes } from "#/shared/plans.ts";

export type LegalDocument = {
  title: string;
  lead: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
};

export const terms: LegalDocument = {
  title: "Terms of Service",
  lead: "What you get, what you pay and how it ends.",
  sections: [
    {
      title: "Entertainment only",
      paragraphs: [
        "Orbline publishes statistical predictions about sports. They are entertainment. There is no guarantee of outcomes, and most parlays lose.",
        "We take no bets, hold no stakes and pay no winnings. Where and whether you bet is your own decision and must be lawful where you are.",
        "You must be 21 or older to use Orbline.",
      ],
    },
    {
      title: "Your account",
      paragraphs: [
        "One account per person. Keep your password to yourself; what is done with your account counts as done by you.",
        "We may close accounts that attack the service or other people's accounts.",
      ],
    },
    {
      title: "Plans and payment",
      paragraphs: [
        `The trial needs a card for verification, costs ${quotes.trial} for ${quotes.trialLength}, and then becomes the monthly plan at ${quotes.monthly} a month. Monthly is ${quotes.monthly} a month, annual is ${quotes.annual} a year, lifetime is ${quotes.lifetime} once.`,
        "Monthly and annual subscriptions auto-renew unless canceled. You pay on the page of our payment provider; we never see your card number.",
      ],
    },
    {
      title: "Canceling",
      paragraphs: [
        "Cancel in your account: two clicks, and the page shows the day access ends. Or email support with your username, the email address of your account and the reason; that is processed within 24 hours.",
        `A trial that is canceled before its ${quotes.trialLength} are over costs nothing.`,
      ],
    },
    {
      title: "Predictions and data",
      paragraphs: [
        "Where fixtures, prices or results are simulated, they are labeled as such on every screen that shows them.",
        "Probabilities are estimates with an error of their own; the range beside each of them says how large it is.",
      ],
    },
  ],
};

export const privacy: LegalDocument = {
  title: "Privacy Policy",
  lead: "What we keep, why, and for how long.",
  sections: [
    {
      title: "What we keep",
      paragraphs: [
        "Your username, and your email address and phone number if you give them. Your password is kept only as a hash that cannot be turned back.",
        "Your subscription: plan, status, dates and the payment provider's ids. Card numbers stay with the provider.",
        "The predictions made for you, with the stake you entered and how they ended.",
      ],
    },
    {
      title: "What we do not do",
      paragraphs: [
        "We do not sell data, show personal advertising or keep what you type in our logs.",
        "One cookie keeps you signed in. Your theme and, for thirty days, a referral code are kept in this browser.",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        "Your account page gives you a copy of your data as a file and deletes your account. Records of payments are kept as long as tax law wants, without your email address. What also stays leads to nobody: that a card has had its trial, and that an affiliate brought a sale.",
      ],
    },
  ],
};

export const responsibleGaming: LegalDocument = {
  title: "Responsible gaming",
  lead: "Betting costs money on average. If it stops being fun, stop.",
  sections: [
    {
      title: "Before you bet",
      paragraphs: [
        "Set an amount you can lose and a time at which you stop, and keep both.",
        "Never bet to win back a loss, with borrowed money, or with money meant for something else.",
        "A higher payout means a lower chance. The number beside each result says how often it loses.",
      ],
    },
    {
      title: "Signs that help is due",
      paragraphs: [
        "You bet more than you planned, hide it from people close to you, think about it when you should sleep or work, or feel restless when you do not bet.",
      ],
    },
  ],
};

export const helplineMessages = {
  title: "Talk to someone",
  call: "Call",
} as const;
