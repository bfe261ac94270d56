export * from "@sightline/core";
export * from "@sightline/formats";
