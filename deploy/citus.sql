-- Spreads bars and indicators over the nodes of a Citus cluster, each row to where its stock's others are. Run it
-- once, on the coordinator, after the schema was migrated and while no Stockbook runs: docs/operations.md.

-- Citus can keep a key unique only where it holds the column that decides on the node.
alter table calculated_indicator drop constraint calculated_indicator_pkey, add primary key (stock_id, id);

-- What both of them refer to is on every node.
select create_reference_table('user_account');
select create_reference_table('stock');

select create_distributed_table('price_bar', 'stock_id');
select create_distributed_table('calculated_indicator', 'stock_id', colocate_with => 'price_bar');

-- New prices change a stock's bars and indicators, and then its row, which is on every node, in one transaction.
-- After a statement that went to several nodes at once Citus would refuse that.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
end $$;
