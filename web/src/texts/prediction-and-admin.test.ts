import { planSchema } from "@orbline/proto/http/plans";
import { expect, it } from "vitest";
import { site } from "#/lib/site.ts";
import { layoutTexts } from "./layout.ts";
import { messages as adminMessages, operationMessages } from "#/features/admin/messages.ts";
import { messages as checkoutMessages } from "#/features/checkout/messages.ts";
import { messages as predictionMessages } from "#/features/prediction/messages.ts";

it.each([
  [predictionMessages.idle, "Pick your sport and risk profile..."],
  [predictionMessages.generating, "Generating..."],
  [predictionMessages.generate, "Generate Prediction"],
  [predictionMessages.processing, "Processing..."],
  [predictionMessages.reset, "Reset"],
  [predictionMessages.showAnalysis, "Show Statistical Analysis"],
  [predictionMessages.hideAnalysis, "Hide Statistical Analysis"],
  [predictionMessages.overall, "Overall Analysis"],
  [predictionMessages.individual, "Individual Bet Analysis"],
  [predictionMessages.betNumber(2), "Bet 2:"],
  [predictionMessages.confidence, "Confidence Level"],
  [predictionMessages.parlay(3), "3-LEG PARLAY OPTION"],
  [predictionMessages.toWin, "to win"],
  [predictionMessages.versus, "vs"],
  [site.adText, "FIRST BET IS FREE ON US"],
  [site.adBonus, "Signup Bonus Up To $1000"],
  [predictionMessages.update, "PREDICTION UPDATE"],
  [predictionMessages.unclear, "THE MAGIC ORB IS UNCLEAR"],
  [predictionMessages.clouded, "The future is clouded..."],
  [predictionMessages.tryAgain, "TRY AGAIN"],
  [predictionMessages.nflTitle, "NFL SEASON APPROACHING"],
  [site.nflSeason, "Coming Soon for the 2024 Season!"],
  [
    predictionMessages.nflText,
    "Get ready for AI-powered NFL predictions with our advanced statistical analysis.",
  ],
  [site.nflAvailable, "Available September 2024"],
  [operationMessages.database, "Database"],
  [adminMessages.subscriptions, "Subscriptions"],
  [operationMessages.noData, "No data available"],
  [operationMessages.null, "null"],
  [operationMessages.tableFailed("users"), "Failed to fetch users data"],
  [adminMessages.allStatuses, "All Statuses"],
  [adminMessages.noStatus, "No Status"],
  [adminMessages.usersFound(12), "12 users found"],
  [
    Object.values(adminMessages.columns).join(", "),
    "Username, Email, Status, Tier, End Date, Actions",
  ],
  [adminMessages.viewDetails, "View Details"],
  [adminMessages.denied, "Access Denied - You do not have permission to access this admin area."],
  [adminMessages.error, "Error"],
  [adminMessages.listFailed, "Failed to fetch subscription data"],
  [adminMessages.detailsFailed, "Failed to fetch subscription details"],
  [adminMessages.activateFailed, "Failed to activate subscription"],
  [adminMessages.cancelFailed, "Failed to cancel subscription"],
  [adminMessages.activated("kate", 30), "Subscription activated for kate for 30 days"],
  [adminMessages.canceled("kate"), "Subscription canceled for kate"],
  [adminMessages.activatedTitle, "Subscription Activated"],
  [checkoutMessages.checkFields, "Please check all fields and try again."],
  [planSchema.safeParse("weekly").error?.issues[0]?.message, "Please select a subscription plan"],
  [layoutTexts.notFoundTitle, "404 Page Not Found"],
  [layoutTexts.notFoundText, "Did you forget to add the page to the router?"],
])("%s", (text, specified) => expect(text).toBe(specified));
