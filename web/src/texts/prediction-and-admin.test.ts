import { planSchema } from "@orbline/proto/http/plans";
import { expect, it } from "vitest";
import { site } from "#/lib/site.ts";
import { adminTexts } from "./admin.ts";
import { operationTexts } from "./admin-operations.ts";
import { checkoutTexts } from "./checkout.ts";
import { layoutTexts } from "./layout.ts";
import { predictionTexts as texts } from "./prediction.ts";

it.each([
  [texts.idle, "Pick your sport and risk profile..."],
  [texts.generating, "Generating..."],
  [texts.generate, "Generate Prediction"],
  [texts.processing, "Processing..."],
  [texts.reset, "Reset"],
  [texts.showAnalysis, "Show Statistical Analysis"],
  [texts.hideAnalysis, "Hide Statistical Analysis"],
  [texts.overall, "Overall Analysis"],
  [texts.individual, "Individual Bet Analysis"],
  [texts.betNumber(2), "Bet 2:"],
  [texts.confidence, "Confidence Level"],
  [texts.parlay(3), "3-LEG PARLAY OPTION"],
  [texts.toWin, "to win"],
  [texts.versus, "vs"],
  [site.adText, "FIRST BET IS FREE ON US"],
  [site.adBonus, "Signup Bonus Up To $1000"],
  [texts.update, "PREDICTION UPDATE"],
  [texts.unclear, "THE MAGIC ORB IS UNCLEAR"],
  [texts.clouded, "The future is clouded..."],
  [texts.tryAgain, "TRY AGAIN"],
  [texts.nflTitle, "NFL SEASON APPROACHING"],
  [site.nflSeason, "Coming Soon for the 2024 Season!"],
  [
    texts.nflText,
    "Get ready for AI-powered NFL predictions with our advanced statistical analysis.",
  ],
  [site.nflAvailable, "Available September 2024"],
  [operationTexts.database, "Database"],
  [adminTexts.subscriptions, "Subscriptions"],
  [operationTexts.noData, "No data available"],
  [operationTexts.null, "null"],
  [operationTexts.tableFailed("users"), "Failed to fetch users data"],
  [adminTexts.allStatuses, "All Statuses"],
  [adminTexts.noStatus, "No Status"],
  [adminTexts.usersFound(12), "12 users found"],
  [
    Object.values(adminTexts.columns).join(", "),
    "Username, Email, Status, Tier, End Date, Actions",
  ],
  [adminTexts.viewDetails, "View Details"],
  [adminTexts.denied, "Access Denied - You do not have permission to access this admin area."],
  [adminTexts.error, "Error"],
  [adminTexts.listFailed, "Failed to fetch subscription data"],
  [adminTexts.detailsFailed, "Failed to fetch subscription details"],
  [adminTexts.activateFailed, "Failed to activate subscription"],
  [adminTexts.cancelFailed, "Failed to cancel subscription"],
  [adminTexts.activated("kate", 30), "Subscription activated for kate for 30 days"],
  [adminTexts.canceled("kate"), "Subscription canceled for kate"],
  [adminTexts.activatedTitle, "Subscription Activated"],
  [checkoutTexts.checkFields, "Please check all fields and try again."],
  [planSchema.safeParse("weekly").error?.issues[0]?.message, "Please select a subscription plan"],
  [layoutTexts.notFoundTitle, "404 Page Not Found"],
  [layoutTexts.notFoundText, "Did you forget to add the page to the router?"],
])("%s", (text, specified) => expect(text).toBe(specified));
